/// Collects the body of a `moov` box as its bytes arrive, without large pictures.
///
/// All boxes besides the tracks share a number of bytes. A box that does not fit into what is left of them is left out,
/// and the sizes of the boxes around it are reduced.
struct MovieCollector {
    /// What the collector does once ``bytes`` ends at ``goal``.
    private enum Step {
        case readHeader
        /// Reads the version and flags with which a `meta` box begins. In QuickTime they are missing.
        case readFlags
        case endBox
    }

    /// Types of the boxes around a picture, the outermost first.
    private static let way: [FourCharacterCode] = ["udta", "meta", "ilst", "covr"]

    /// The bytes collected so far.
    private(set) var bytes: [UInt8] = []
    /// Position in the body of the byte needed next.
    private(set) var position = 0
    /// True if more bytes would have to be collected than the limit allows. Then no more bytes are collected.
    private(set) var isTooLong = false
    /// Length of the body in bytes.
    let length: Int
    private let limit: Int
    /// Number of bytes that boxes besides the tracks may still take.
    private var room: Int
    private var step = Step.endBox
    /// Index in ``bytes`` at which the current box begins.
    private var start = 0
    private var goal = 0
    /// The boxes of ``way`` that are being read: the index in ``bytes`` at which each begins, and the position in the
    /// body at which it ends.
    private var open: [(start: Int, end: Int)] = []

    /// Creates a collector.
    /// - Parameters:
    ///   - length: length of the body in bytes.
    ///   - limit: maximum number of bytes to collect.
    ///   - room: maximum number of bytes of all boxes besides the tracks.
    init(length: Int, limit: Int, room: Int) {
        self.length = length
        self.limit = limit
        self.room = room
        advance()
    }

    var isComplete: Bool { position == length }

    /// Takes bytes of the body. Those before ``position`` are not needed.
    /// - Parameter offset: position in the body of the first byte; at most ``position``.
    mutating func feed(_ part: UnsafeRawBufferPointer, at offset: Int) {
        while position - offset < part.count, !isComplete, !isTooLong {
            let rest = part[(position - offset)...]
            let taken = UnsafeRawBufferPointer(rebasing: rest.prefix(goal - bytes.count))
            bytes.append(contentsOf: taken)
            position += taken.count
            if bytes.count == goal { advance() }
        }
    }

    /// Position in the body at which the innermost open box ends.
    private var end: Int { open.last?.end ?? length }

    /// Sets the next ``goal``.
    private mutating func advance() {
        while bytes.count == goal, !isComplete {
            switch step {
            case .readHeader: readHeader()
            case .readFlags: readFlags()
            case .endBox: beginBox()
            }
        }
        isTooLong = goal > limit
    }

    private mutating func beginBox() {
        while open.last?.end == position { open.removeLast() }
        start = bytes.count
        want(.readHeader, 8)
    }

    /// Requests the next bytes of the innermost open box. If it has fewer, requests its rest as if that were a box.
    private mutating func want(_ step: Step, _ count: Int) {
        self.step = count <= end - position ? step : .endBox
        goal = bytes.count + min(count, end - position)
    }

    private mutating func readFlags() {
        guard bytes.suffix(4).contains(where: { $0 != 0 }) else { return beginBox() }
        // These four bytes are the size of the first box.
        start = bytes.count - 4
        want(.readHeader, 4)
    }

    private mutating func readHeader() {
        let (header, headLength) = bytes[start...].withUnsafeBytes { (BoxHeader($0, offset: 0), BoxHeader.length($0)) }
        if headLength > bytes.count - start { return want(.readHeader, headLength - (bytes.count - start)) }
        // A box without a valid size extends to the end of the box around it.
        let rest = end - position
        let size = header?.bodyLength.map { min($0, rest) } ?? rest
        if let header, header.bodyLength == size, open.count < Self.way.count, header.type == Self.way[open.count] {
            open.append((start, position + size))
            if header.type == "meta" { want(.readFlags, 4) } else { step = .endBox }
            return
        }
        let isTrack = open.isEmpty && header?.type == "trak"
        let whole = bytes.count - start + size
        if isTrack || whole <= room {
            if !isTrack { room -= whole }
            return want(.endBox, size)
        }
        bytes.removeLast(bytes.count - start)
        position += size
        for box in open { reduce(box.start, by: whole) }
        (step, goal) = (.endBox, bytes.count)
    }

    /// Reduces the size of the box at an index in ``bytes``.
    private mutating func reduce(_ start: Int, by count: Int) {
        let isLong = bytes[start..<start + 4].elementsEqual([0, 0, 0, 1])
        let field = isLong ? start + 8..<start + 16 : start..<start + 4
        let size = bytes[field].reduce(0) { $0 << 8 | Int($1) } - count
        for (index, place) in field.reversed().enumerated() {
            bytes[place] = UInt8(truncatingIfNeeded: size >> (8 * index))
        }
    }
}

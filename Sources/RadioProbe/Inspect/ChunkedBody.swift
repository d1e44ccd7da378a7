import RadioFormats

/// Removes the chunked encoding (RFC 9112 §7.1) from a captured HTTP body, if the body still has it.
///
/// The head may say `Transfer-Encoding: chunked` although the capturing program has already removed the encoding.
struct ChunkedBody {
    /// The maximum length in bytes of a line that gives a chunk's size. A longer line is not the size of a chunk.
    static let maximumLine = 1024
    /// The maximum length in bytes of the body's first line, if this line gives a chunk's size. The maximum is small,
    /// so that the first bytes of sound are not mistaken for a size.
    static let maximumFirstLine = 20

    /// What the next byte of the body belongs to.
    private enum Place {
        /// The first line decides whether there are chunks.
        case first
        case size
        /// The content of a chunk. This many of its bytes have not arrived yet.
        case data(Int)
        /// The next bytes are the line break after a chunk.
        case end
        /// The body has no chunks, or no longer has any.
        case plain
        /// The last chunk has arrived. Only trailers follow, which are skipped.
        case over
    }

    private var place: Place
    private var line: [UInt8] = []

    init(isChunked: Bool) { place = isChunked ? .first : .plain }

    /// Takes the next bytes of the body.
    ///
    /// `emit` gets the unpacked content, which is valid only during its call.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void) {
        var at = 0
        while at < bytes.count {
            switch place {
            case .plain:
                emit(UnsafeRawBufferPointer(rebasing: bytes[at...]))
                return
            case .over: return
            case .data(let left):
                let count = min(left, bytes.count - at)
                emit(UnsafeRawBufferPointer(rebasing: bytes[at..<at + count]))
                at += count
                place = count == left ? .end : .data(left - count)
            case .end, .first, .size:
                line.append(bytes[at])
                at += 1
                readLine(emit)
            }
        }
    }

    /// Ends the body, and emits its first bytes if they were held until now to find out whether the body has chunks.
    mutating func finish(_ emit: (UnsafeRawBufferPointer) -> Void) {
        if case .first = place, !line.isEmpty { line.withUnsafeBytes { emit($0) } }
        line = []
    }

    /// Reads the held line, such as a chunk's size, once it is complete. After a line that is too long or gives no
    /// size, the body is plain.
    private mutating func readLine(_ emit: (UnsafeRawBufferPointer) -> Void) {
        var longest = Self.maximumLine
        if case .first = place { longest = Self.maximumFirstLine }
        if line.last != 0x0A {
            if line.count >= longest { giveUp(emit) }
            return
        }
        if case .end = place, line.count <= 2 {
            place = .size
        } else if let size = Self.size(line) {
            place = size == 0 ? .over : .data(size)
        } else {
            giveUp(emit)
        }
        line.removeAll(keepingCapacity: true)
    }

    /// Emits the held bytes, which are not a chunk's size, and treats the rest of the body as plain.
    private mutating func giveUp(_ emit: (UnsafeRawBufferPointer) -> Void) {
        place = .plain
        line.withUnsafeBytes { emit($0) }
        line.removeAll(keepingCapacity: true)
    }

    /// Returns the size in a line such as `1f40\r\n` or `1f40;name=value\r\n`, or nil if the line has none.
    private static func size(_ line: [UInt8]) -> Int? {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x0D && $0 != 0x0A && $0 != 0x20 }
        guard (1...8).contains(digits.count), line.dropLast().last == 0x0D || digits.count == line.count - 1 else {
            return nil
        }
        return Ascii.hexadecimal(digits).map { Int($0) }
    }
}

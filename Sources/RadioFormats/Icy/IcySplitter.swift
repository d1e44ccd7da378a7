/// Separates the body of a SHOUTcast or Icecast response into sound and metadata blocks.
///
/// After every `metaint` bytes of sound comes a length byte: the length of the following metadata block in units of 16
/// bytes, or 0 if there is no block. The splitter emits sound as slices of its input. Only if it searches for blocks that
/// no header announces, it copies the few bytes that may begin a block.
package struct IcySplitter {
    /// A part of the body.
    package enum Event {
        /// Bytes of sound, valid only during the call of `emit`.
        case sound(UnsafeRawBufferPointer)
        /// A complete metadata block without the length byte and the NULs at its end. It is never empty, and valid only
        /// during the call of `emit`.
        case metadata(UnsafeRawBufferPointer)
    }

    /// Maximum number of bytes of sound between two metadata blocks. An `icy-metaint` header with a larger value is
    /// invalid.
    package static let maximumMetaint = 1 << 20
    /// Length in bytes of the longest metadata block that a length byte can announce. The splitter never stores more
    /// bytes than this.
    package static let maximumBlock = 255 * 16
    /// Numbers of bytes of sound between two metadata blocks that servers use. Only blocks at such distances are found
    /// without a header.
    package static let usualMetaints = 4096...32_768
    /// The beginning of a metadata block, by which an unannounced block is found.
    private static let sign = Array("StreamTitle=".utf8)
    /// The length bytes of an unannounced block that is searched for. Another byte at the end of the input is sound,
    /// which need not wait for the next byte.
    private static let lengths: ClosedRange<UInt8> = 1...255

    /// The part of the body that the next byte belongs to.
    private enum Place {
        /// Inside sound. This number of bytes is left before the next length byte.
        case sound(Int)
        /// Before the byte that gives the length of the next metadata block.
        case length
        /// Inside a metadata block. This number of bytes is left before the block's end.
        case block(Int)
        /// Inside sound that may contain a metadata block anywhere.
        case anywhere
    }

    /// Bytes of sound between two metadata blocks; nil if the body contains only sound, or while it is unknown.
    package private(set) var metaint: Int?
    private var place: Place
    /// The bytes received so far of an incomplete metadata block. During a search, the last bytes so far, which may be a
    /// length byte and the beginning of ``sign``.
    private var begun: [UInt8] = []
    /// In a body whose blocks no header announces: number of bytes since the beginning or the last block that was found,
    /// without ``begun``. Nil in other bodies.
    private var distance: Int?

    /// Creates a splitter for one response.
    /// - Parameter metaint: the value of the response's `icy-metaint` header in bytes. If the value is nil or not in
    ///   1 B…1 MiB, the body contains only sound.
    package init(metaint: Int?) {
        if let metaint, (1...Self.maximumMetaint).contains(metaint) {
            self.metaint = metaint
            place = .sound(metaint)
        } else {
            self.metaint = nil
            place = .sound(0)
        }
    }

    /// Creates a splitter for a response that announces no metadata blocks, but may contain them.
    ///
    /// The first block is found by its form, and its place gives ``metaint``. A later block of another form is sound,
    /// and the search begins again.
    /// - Parameter count: number of bytes at the beginning of the body that the splitter does not get.
    package init(searchingAfter count: Int) {
        place = .anywhere
        distance = count
    }

    /// True while blocks are searched for that no header announces, and none was found yet.
    package var isSearching: Bool { distance != nil && metaint == nil }

    /// Returns the value of an `icy-metaint` header as a number of bytes. Returns nil for an invalid value, such as
    /// `0`, `-1`, `abc`, or more than 1 MiB.
    package static func metaint(fromHeader value: String) -> Int? {
        var digits = Substring(value)
        while let first = digits.first, first == " " || first == "\t" { digits.removeFirst() }
        while let last = digits.last, last == " " || last == "\t" || last == "\r" { digits.removeLast() }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            (1...maximumMetaint).contains(number)
        else { return nil }
        return number
    }

    /// Number of bytes of sound before the next length byte. A caller that needs no sound may let the kernel discard
    /// these bytes, and then calls ``skipSound(_:)``.
    ///
    /// `Int.max` if the body contains only sound; 0 at a length byte, inside a metadata block, and during a search.
    package var soundDue: Int {
        guard metaint != nil else { return isSearching ? 0 : .max }
        return if case .sound(let left) = place { left } else { 0 }
    }

    /// Number of bytes until the splitter has read the next length byte or, inside a metadata block, the rest of the
    /// block. 1 if the body contains only sound, and during a search.
    package var due: Int {
        switch place {
        case .sound(let left): metaint == nil ? 1 : left + 1
        case .length, .anywhere: 1
        case .block(let left): left
        }
    }

    /// Skips `count` bytes of sound, at most ``soundDue``, that were discarded instead of passed to ``feed(_:_:)``.
    package mutating func skipSound(_ count: Int) {
        guard metaint != nil, case .sound(let left) = place else { return }
        precondition(count <= left, "more than was due")
        place = count == left ? .length : .sound(left - count)
    }

    /// Takes the next bytes of the body, and emits their sound and the metadata blocks that end in them. `emit` must
    /// not use the splitter.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        guard metaint != nil || isSearching else {
            if !bytes.isEmpty { emit(.sound(bytes)) }
            return
        }
        var at = 0
        while at < bytes.count {
            switch place {
            case .sound(let left):
                let taken = min(left, bytes.count - at)
                emit(.sound(UnsafeRawBufferPointer(rebasing: bytes[at..<at + taken])))
                at += taken
                place = taken == left ? .length : .sound(left - taken)
            case .length:
                let length = Int(bytes[at]) * 16
                at += 1
                distance = distance.map { $0 + (metaint ?? 0) + (length == 0 ? 1 : 0) }
                place = length == 0 ? .sound(metaint ?? 0) : .block(length)
            case .block(let left):
                let taken = min(left, bytes.count - at)
                let part = UnsafeRawBufferPointer(rebasing: bytes[at..<at + taken])
                at += taken
                if taken < left {
                    begun.append(contentsOf: part)
                    place = .block(left - taken)
                } else {
                    endBlock(with: part, emit)
                }
            case .anywhere: at = seek(bytes, from: at, emit)
            }
        }
    }

    /// Ends the body. Emits the bytes that a search held back.
    package mutating func finish(_ emit: (Event) -> Void) {
        guard isSearching, !begun.isEmpty, case .anywhere = place else { return }
        begun.withUnsafeBytes { emit(.sound($0)) }
        begun = []
    }

    /// Ends the metadata block that consists of ``begun`` and its last bytes, `part`.
    private mutating func endBlock(with part: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        if begun.isEmpty, distance == nil {
            Self.emitBlock(part, emit)
        } else {
            begun.append(contentsOf: part)
            guard distance == nil || Self.isBlock(begun) else { return refuseBlock(emit) }
            begun.withUnsafeBytes { Self.emitBlock($0, emit) }
            begun.removeAll(keepingCapacity: true)
            if let distance { metaint = metaint ?? Self.metaint(distance: distance) }
            distance = distance.map { _ in 0 }
        }
        place = metaint.map(Place.sound) ?? .anywhere
    }

    /// Emits a metadata block without the NULs at its end. Emits nothing if the block contains only NULs.
    private static func emitBlock(_ block: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        var end = block.count
        while end > 0, block[end - 1] == 0 { end -= 1 }
        if end > 0 { emit(.metadata(UnsafeRawBufferPointer(rebasing: block[..<end]))) }
    }

    // MARK: Blocks that no header announces

    /// Emits sound up to the next length byte that ``sign`` follows. Returns the offset at which the reading continues.
    private mutating func seek(_ bytes: UnsafeRawBufferPointer, from start: Int, _ emit: (Event) -> Void) -> Int {
        var at = start
        while !begun.isEmpty, at < bytes.count {
            if Self.lengths.contains(begun[0]), bytes[at] == Self.sign[begun.count - 1] {
                begun.append(bytes[at])
                at += 1
                guard begun.count > Self.sign.count else { continue }
                place = .block(Int(begun.removeFirst()) * 16 - begun.count)
                return at
            }
            // No block begins here, but the last of these bytes may itself be a length byte.
            let count = max(begun.count - 1, 1)
            distance = distance.map { $0 + count }
            begun.withUnsafeBytes { emit(.sound(UnsafeRawBufferPointer(rebasing: $0[..<count]))) }
            begun.removeFirst(count)
        }
        guard at < bytes.count else { return at }
        var end = Self.lengths.contains(bytes[bytes.count - 1]) ? bytes.count - 1 : bytes.count
        var next = at + 1
        while next < bytes.count, let place = bytes[next...].firstIndex(of: Self.sign[0]) {
            var count = 1
            while count < Self.sign.count, place + count < bytes.count, bytes[place + count] == Self.sign[count] {
                count += 1
            }
            if Self.lengths.contains(bytes[place - 1]), count == Self.sign.count || place + count == bytes.count {
                end = place - 1
                break
            }
            next = place + 1
        }
        pass(UnsafeRawBufferPointer(rebasing: bytes[at..<end]), emit)
        guard end + Self.sign.count < bytes.count else {
            begun.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[end...]))
            return bytes.count
        }
        place = .block(Int(bytes[end]) * 16)
        return end + 1
    }

    private mutating func pass(_ sound: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        distance = distance.map { $0 + sound.count }
        if !sound.isEmpty { emit(.sound(sound)) }
    }

    /// Reads the block in ``begun`` and its length byte as sound, because it has not the form of a block.
    private mutating func refuseBlock(_ emit: (Event) -> Void) {
        let sound = [UInt8(begun.count / 16)] + begun
        begun.removeAll(keepingCapacity: true)
        place = .anywhere
        // A block at a wrong place may contain the beginning of a true block. A block that the search found cannot.
        guard metaint == nil else {
            metaint = nil
            return sound.withUnsafeBytes { feed($0, emit) }
        }
        sound.withUnsafeBytes { pass($0, emit) }
    }

    /// Returns whether bytes have the form of a metadata block: fields, and then NULs.
    private static func isBlock(_ bytes: [UInt8]) -> Bool {
        let fields = IcyMetadata(bytes)
        let isEnd = bytes.last.map { [0, UInt8(ascii: ";"), UInt8(ascii: "'")].contains($0) } ?? false
        return isEnd && (fields.streamTitle != nil || fields.streamURL != nil)
    }

    /// Returns the number of bytes of sound between two blocks, if `distance` bytes lie before the block that was found;
    /// nil if no usual number fits.
    ///
    /// Blocks without content, of one byte each, may lie among these bytes. Servers choose round numbers.
    private static func metaint(distance: Int) -> Int? {
        let counts = (distance / (usualMetaints.upperBound + 1) + 1)...(distance / usualMetaints.lowerBound + 1)
        let fitting = counts.lazy.filter { (distance + 1) % $0 == 0 }.map { (distance + 1) / $0 - 1 }
            .filter(usualMetaints.contains)
        return fitting.first { $0 % 1000 == 0 || $0 % 1024 == 0 } ?? fitting.first
    }
}

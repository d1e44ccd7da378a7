/// Separates the body of a SHOUTcast or Icecast response into sound and metadata blocks.
///
/// After every `metaint` bytes of sound comes a length byte: the length of the following metadata block in units of 16
/// bytes, or 0 if there is no block. The splitter emits sound as slices of its input and never copies sound.
package struct IcySplitter {
    /// A part of the body.
    package enum Event {
        /// Bytes of sound: a slice of the splitter's input, valid only during the call of `emit`.
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

    /// The part of the body that the next byte belongs to.
    private enum Place {
        /// Inside sound. This number of bytes is left before the next length byte.
        case sound(Int)
        /// Before the byte that gives the length of the next metadata block.
        case length
        /// Inside a metadata block. This number of bytes is left before the block's end.
        case block(Int)
    }

    /// Bytes of sound between two metadata blocks; nil if the body contains only sound.
    package let metaint: Int?
    private var place: Place
    /// The bytes received so far of an incomplete metadata block.
    private var begun: [UInt8] = []

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
    /// `Int.max` if the body contains only sound; 0 at a length byte and inside a metadata block.
    package var soundDue: Int {
        guard metaint != nil else { return .max }
        return if case .sound(let left) = place { left } else { 0 }
    }

    /// Number of bytes until the splitter has read the next length byte or, inside a metadata block, the rest of the
    /// block. 1 if the body contains only sound.
    package var due: Int {
        switch place {
        case .sound(let left): metaint == nil ? 1 : left + 1
        case .length: 1
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
        guard let metaint else {
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
                place = length == 0 ? .sound(metaint) : .block(length)
            case .block(let left):
                let taken = min(left, bytes.count - at)
                let part = UnsafeRawBufferPointer(rebasing: bytes[at..<at + taken])
                at += taken
                if taken < left {
                    begun.append(contentsOf: part)
                    place = .block(left - taken)
                } else {
                    endBlock(with: part, emit)
                    place = .sound(metaint)
                }
            }
        }
    }

    /// Emits the metadata block that consists of ``begun`` and its last bytes, `part`.
    private mutating func endBlock(with part: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        if begun.isEmpty {
            Self.emitBlock(part, emit)
        } else {
            begun.append(contentsOf: part)
            begun.withUnsafeBytes { Self.emitBlock($0, emit) }
            begun.removeAll(keepingCapacity: true)
        }
    }

    /// Emits a metadata block without the NULs at its end. Emits nothing if the block contains only NULs.
    private static func emitBlock(_ block: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        var end = block.count
        while end > 0, block[end - 1] == 0 { end -= 1 }
        if end > 0 { emit(.metadata(UnsafeRawBufferPointer(rebasing: block[..<end]))) }
    }
}

/// Separates the body of a SHOUTcast or Icecast response into sound and metadata blocks.
///
/// After every `metaint` bytes of sound comes one byte that gives the length of the following metadata in units of 16
/// bytes. The splitter emits sound as slices of its input and never copies it.
package struct IcySplitter {
    /// A part of the body.
    package enum Event {
        /// Bytes of sound: a slice of the input, valid only during the call of `emit`.
        case sound(UnsafeRawBufferPointer)
        /// A complete metadata block that is not empty, without the NULs that pad it; valid only during the call of
        /// `emit`.
        case metadata(UnsafeRawBufferPointer)
    }

    /// Maximum number of bytes between two metadata blocks. An `icy-metaint` header that states more is invalid.
    package static let maximumMetaint = 1 << 20
    /// Length in bytes of the longest metadata block that a length byte can announce. The splitter never holds more
    /// bytes.
    package static let maximumBlock = 255 * 16

    /// The part of the body that the next byte belongs to.
    private enum Place {
        /// Inside sound, with this many bytes still to come.
        case sound(Int)
        /// Before the length byte.
        case length
        /// Inside a metadata block, with this many bytes still to come.
        case block(Int)
    }

    /// Bytes of sound between two blocks; nil if the body is all sound.
    package let metaint: Int?
    private var place: Place
    /// The beginning of a metadata block whose end has not arrived yet.
    private var begun: [UInt8] = []

    /// Creates a splitter for one response.
    /// - Parameter metaint: the response's `icy-metaint`. If nil, or outside 1 B…1 MiB, the body is all sound.
    package init(metaint: Int?) {
        if let metaint, (1...Self.maximumMetaint).contains(metaint) {
            self.metaint = metaint
            place = .sound(metaint)
        } else {
            self.metaint = nil
            place = .sound(0)
        }
    }

    /// Returns the value of an `icy-metaint` header in bytes; nil for a value that is invalid, such as `0`, `-1`,
    /// `abc`, or more than 1 MiB.
    package static func metaint(fromHeader value: String) -> Int? {
        var digits = Substring(value)
        while let first = digits.first, first == " " || first == "\t" { digits.removeFirst() }
        while let last = digits.last, last == " " || last == "\t" || last == "\r" { digits.removeLast() }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            (1...maximumMetaint).contains(number)
        else { return nil }
        return number
    }

    /// Number of bytes of sound that come next, for a caller that lets the kernel discard them.
    ///
    /// `Int.max` if the body is all sound, 0 inside a block.
    package var soundDue: Int {
        guard metaint != nil else { return .max }
        return if case .sound(let left) = place { left } else { 0 }
    }

    /// Number of bytes to read next, up to and including the next length byte or the end of the current block.
    package var due: Int {
        switch place {
        case .sound(let left): metaint == nil ? 1 : left + 1
        case .length: 1
        case .block(let left): left
        }
    }

    /// Skips `count` bytes of sound, at most ``soundDue``, that the caller discarded unread.
    package mutating func skipSound(_ count: Int) {
        guard metaint != nil, case .sound(let left) = place else { return }
        precondition(count <= left, "more than was due")
        place = count == left ? .length : .sound(left - count)
    }

    /// Takes the next bytes of the body. `emit` must not use the splitter.
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

    /// Emits the block that ends with `part`.
    private mutating func endBlock(with part: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        if begun.isEmpty {
            Self.emitBlock(part, emit)
        } else {
            begun.append(contentsOf: part)
            begun.withUnsafeBytes { Self.emitBlock($0, emit) }
            begun.removeAll(keepingCapacity: true)
        }
    }

    /// Emits a block without its padding, unless it is empty.
    private static func emitBlock(_ block: UnsafeRawBufferPointer, _ emit: (Event) -> Void) {
        var end = block.count
        while end > 0, block[end - 1] == 0 { end -= 1 }
        if end > 0 { emit(.metadata(UnsafeRawBufferPointer(rebasing: block[..<end]))) }
    }
}

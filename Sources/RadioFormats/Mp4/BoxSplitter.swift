/// Cuts the bytes of an MP4 segment into its outermost boxes as the bytes arrive.
struct BoxSplitter {
    /// What the splitter finds in the segment's bytes.
    enum Event {
        case begin(BoxHeader)
        /// The next bytes of the box's body, borrowed from the input.
        case body(UnsafeRawBufferPointer)
        case end
        /// The bytes at this offset in the segment are no box. The splitter ignores the rest of the segment.
        case garbage(offset: Int)
    }

    /// Whether a segment ends between boxes or inside one.
    enum Ending {
        /// The segment ends after a whole box, or is empty.
        case whole
        /// The last box has the size 0, which means that it extends to the end of the segment.
        case open
        /// The segment ends in the middle of a box or of its header.
        case cut
        case garbage
    }

    /// The part of the segment that the next byte belongs to.
    private enum State {
        case header
        /// Number of bytes of the body still to come; nil for a body that extends to the end of the segment.
        case body(remaining: Int?)
        case garbage
    }

    private var state = State.header
    /// The bytes of a box header that is still incomplete.
    private var head: [UInt8] = []
    /// Number of the segment's bytes processed so far.
    private(set) var position = 0
    /// True if the current box has the size 0, which means that it extends to the end of the segment. False if its size
    /// is impossible: then the end of the segment cuts the box off.
    private var isLast = false

    /// Removes bytes from the front of `bytes` and returns the event that these bytes cause. Returns nil once `bytes`
    /// is empty and the next event needs more bytes.
    mutating func next(_ bytes: inout UnsafeRawBufferPointer) -> Event? {
        switch state {
        case .header: return readHeader(&bytes)
        case .body(.some(0)):
            state = .header
            return .end
        case .body(let remaining):
            guard !bytes.isEmpty else { return nil }
            let part = take(min(bytes.count, remaining ?? .max), &bytes)
            state = .body(remaining: remaining.map { $0 - part.count })
            return .body(part)
        case .garbage:
            _ = take(bytes.count, &bytes)
            return nil
        }
    }

    /// Ends the segment and prepares for the next one.
    mutating func finish() -> Ending {
        let ending: Ending =
            switch state {
            case .header: head.isEmpty ? .whole : .cut
            case .body(.none): isLast ? .open : .cut
            case .body(.some(let remaining)): remaining == 0 ? .whole : .cut
            case .garbage: .garbage
            }
        state = .header
        head.removeAll(keepingCapacity: true)
        position = 0
        return ending
    }

    /// Moves bytes from `bytes` to ``head`` until the box header is complete. Returns the event that the header causes;
    /// nil while it is incomplete.
    private mutating func readHeader(_ bytes: inout UnsafeRawBufferPointer) -> Event? {
        let offset = position - head.count
        while !bytes.isEmpty {
            head.append(take(1, &bytes)[0])
            guard head.count >= 8 else { continue }
            guard head.count == head.withUnsafeBytes({ BoxHeader.length($0) }) else { continue }
            let header = head.withUnsafeBytes { BoxHeader($0, offset: offset) }
            isLast = head.prefix(4).allSatisfy { $0 == 0 }
            head.removeAll(keepingCapacity: true)
            guard let header else {
                state = .garbage
                return .garbage(offset: offset)
            }
            state = .body(remaining: header.bodyLength)
            return .begin(header)
        }
        return nil
    }

    private mutating func take(_ count: Int, _ bytes: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
        position += count
        return part
    }
}

/// Cuts a segment's bytes, as they come, into its outermost boxes.
struct BoxSplitter {
    enum Event {
        case begin(BoxHeader)
        /// The next bytes of the box's body, borrowed from what was given.
        case body(UnsafeRawBufferPointer)
        case end
        /// No box begins here; nothing more comes of this segment.
        case garbage(offset: Int)
    }

    /// How a segment ends.
    enum Ending {
        /// Behind a box, or nowhere at all.
        case whole
        /// In a box that reaches to the end.
        case open
        /// In the middle of a box or its header.
        case cut
        case garbage
    }

    private enum State {
        case header
        /// Bytes of the body that are to come; nil: to the end.
        case body(remaining: Int?)
        case garbage
    }

    private var state = State.header
    /// The bytes of a header that is not whole yet.
    private var head: [UInt8] = []
    /// Bytes taken so far.
    private(set) var position = 0
    /// Whether a size of 0 says that the box is the last one; one that is only too long to be true is cut.
    private var isLast = false

    /// Takes bytes from the front and says what they are; nil when all are taken and nothing more can be said.
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

    /// The segment is complete; the next one begins.
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

import RadioFormats

/// Feeds the input of a fuzz target to a parser, in chunks of different lengths.
enum Feeding {
    /// Calls `feed` with successive chunks of the input. Each chunk is copied into memory of exactly its length, so
    /// that the address sanitizer notices a read beyond the chunk's end.
    /// - Parameter cuts: Decides the lengths of the chunks: 0 for one chunk, 1 for single bytes, other numbers for
    ///   random lengths.
    static func pieces(
        _ input: UnsafeRawBufferPointer, cuts: UInt64, _ feed: (UnsafeRawBufferPointer) -> Void
    ) {
        var state = cuts
        var at = 0
        while at < input.count {
            var length = input.count
            if cuts == 1 {
                length = 1
            } else if cuts > 1 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // Most chunks have up to 39 bytes, a few up to 3,999.
                length = Int(state >> 33) % (state >> 60 == 0 ? 4000 : 40)
            }
            length = min(length, input.count - at)
            let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 1)
            piece.copyBytes(from: input[at..<at + length])
            feed(UnsafeRawBufferPointer(piece))
            piece.deallocate()
            at += length
        }
    }

    /// Calls `parse` with the whole input, with single bytes, and with two divisions into random chunks. Requires that
    /// the returned digest is the same each time.
    static func compare(
        _ input: UnsafeRawBufferPointer, seed: UInt8,
        _ parse: (_ feedAll: ((UnsafeRawBufferPointer) -> Void) -> Void) -> Digest
    ) {
        let whole = parse { feed in pieces(input, cuts: 0, feed) }
        for cuts in [1, 2 + UInt64(seed), 1000 + UInt64(seed)] {
            let cut = parse { feed in pieces(input, cuts: cuts, feed) }
            require(whole == cut, "cut by \(cuts): \(cut) is not \(whole)")
        }
    }
}

/// A hash (FNV-1a) of all events of a parser, to compare the events of two runs. For successive events with sound, only
/// the bytes count, not how they are divided among the events.
struct Digest: Equatable {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private var soundCount = 0

    mutating func sound(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { mix(byte) }
        soundCount += bytes.count
    }

    mutating func event(_ kind: UInt8, _ bytes: UnsafeRawBufferPointer = .init(start: nil, count: 0), number: Int = 0) {
        mix(kind)
        mix(number: soundCount)
        mix(number: number)
        mix(number: bytes.count)
        for byte in bytes { mix(byte) }
    }

    mutating func element(_ element: StreamElement) {
        switch element {
        case .format(let format):
            var text = "\(format)"
            text.withUTF8 { event(1, UnsafeRawBufferPointer($0)) }
        case .packet(let packet): event(2, packet.bytes, number: packet.sampleCount)
        case .metadata(let metadata): metadata.raw.withUnsafeBytes { event(3, $0) }
        case .position(let position): moment(position.time)
        case .discontinuity: event(4)
        case .end: event(5)
        }
    }

    mutating func element(_ element: SegmentElement) {
        switch element {
        case .format(let format): self.element(StreamElement.format(format))
        case .packet(let packet, let time):
            self.element(StreamElement.packet(packet))
            moment(time)
        case .metadata(let metadata, let time):
            self.element(StreamElement.metadata(metadata))
            moment(time)
        case .damage: event(6)
        }
    }

    private mutating func moment(_ time: MediaTime?) {
        guard let time else { return event(7) }
        event(8, number: Int(time.value))
        mix(number: Int(time.timescale))
    }

    private mutating func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

    private mutating func mix(number: Int) {
        for shift in stride(from: 0, to: 32, by: 8) { mix(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

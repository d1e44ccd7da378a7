import RadioFormats

/// An event of a parser, with a copy of the event's bytes, so that a test can keep and compare it.
package enum RecordedEvent: Equatable, Sendable {
    case sound([UInt8])
    case metadata([UInt8])
    case format(MediaFormat)
    case packet([UInt8], sampleCount: Int)
    case timedMetadata(TimedMetadata)
    case position(SoundPosition)
    case discontinuity
    case end
    case segmentPacket([UInt8], sampleCount: Int, time: MediaTime?)
    case segmentMetadata(TimedMetadata, time: MediaTime?)
    case damage

    package init(_ element: StreamElement) {
        switch element {
        case .format(let format): self = .format(format)
        case .packet(let packet): self = .packet(Array(packet.bytes), sampleCount: packet.sampleCount)
        case .metadata(let metadata): self = .timedMetadata(metadata)
        case .position(let position): self = .position(position)
        case .discontinuity: self = .discontinuity
        case .end: self = .end
        }
    }

    package init(_ element: SegmentElement) {
        switch element {
        case .format(let format): self = .format(format)
        case .packet(let packet, let time):
            self = .segmentPacket(Array(packet.bytes), sampleCount: packet.decodedCount, time: time)
        case .metadata(let metadata, let time): self = .segmentMetadata(metadata, time: time)
        case .damage: self = .damage
        }
    }

    package init(_ event: IcySplitter.Event) {
        switch event {
        case .sound(let bytes): self = .sound(Array(bytes))
        case .metadata(let bytes): self = .metadata(Array(bytes))
        }
    }
}

/// The first difference between the events of a parser that gets its input whole and one that gets it in chunks.
package struct ParserDisagreement: Error, CustomStringConvertible {
    package var feeding: String
    package var index: Int
    package var whole: RecordedEvent?
    package var cut: RecordedEvent?

    package var description: String {
        "fed \(feeding): event \(index) is \(Self.name(cut)), but fed whole it is \(Self.name(whole))"
    }

    private static func name(_ event: RecordedEvent?) -> String {
        event.map { String(String(describing: $0).prefix(200)) } ?? "missing"
    }
}

extension ParserVerifier {
    /// Feeds demuxers as `verify(_:seed:rounds:_:)` feeds parsers, and requires the same events each time. Each demuxer
    /// is fed all `segments` in order and finished after each segment.
    @discardableResult
    package static func verify(
        segments: [[UInt8]], seed: UInt64 = 1, _ make: () -> any SegmentDemuxer
    ) throws -> [RecordedEvent] {
        var ends: [Int] = []
        for segment in segments { ends.append((ends.last ?? 0) + segment.count) }
        return try verify(segments.flatMap { $0 }, seed: seed) { chunks, emit in
            var demuxer = make()
            var ends = ends[...]
            var fed = 0
            func finish() {
                while let end = ends.first, end <= fed {
                    demuxer.finish { emit(RecordedEvent($0)) }
                    ends.removeFirst()
                }
            }
            finish()
            for chunk in chunks {
                // A chunk that extends beyond the end of a segment is cut there, because the demuxer must be finished
                // before it gets the next segment's bytes.
                var rest = chunk
                while !rest.isEmpty {
                    let count = min(rest.count, (ends.first ?? fed + rest.count) - fed)
                    demuxer.feed(UnsafeRawBufferPointer(rebasing: rest[..<count])) { emit(RecordedEvent($0)) }
                    fed += count
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                    finish()
                }
            }
        }
    }
}

/// Feeds a parser with the whole input, byte by byte and in random chunks, and requires the same events each time.
package enum ParserVerifier {
    /// - Parameters:
    ///   - seed: Decides the random chunks.
    ///   - parse: Feeds the chunks in order to a new parser, passes each event on, and finishes the parser.
    /// - Returns: The events. Consecutive sound events are joined into one.
    /// - Throws: ``ParserDisagreement``
    @discardableResult
    package static func verify(
        _ input: [UInt8], seed: UInt64 = 1, rounds: Int = 6,
        _ parse: (_ chunks: [UnsafeRawBufferPointer], _ emit: (RecordedEvent) -> Void) -> Void
    ) throws -> [RecordedEvent] {
        try input.withUnsafeBytes { bytes in
            let whole = record([bytes], parse)
            try compare(whole, record(bytes.indices.map { part(bytes, $0..<$0 + 1) }, parse), "byte by byte")
            var random = SplitMix64(state: seed)
            for round in 0..<rounds {
                // The first round cuts the input into chunks of a few bytes, the last round into chunks of many frames.
                let longest = 1 << (2 * round + 2)
                var chunks: [UnsafeRawBufferPointer] = []
                var at = 0
                while at < bytes.count {
                    let length = min(Int.random(in: 0...longest, using: &random), bytes.count - at)
                    chunks.append(part(bytes, at..<at + length))
                    at += length
                }
                try compare(whole, record(chunks, parse), "in chunks of at most \(longest) bytes, seed \(seed)")
            }
            return whole
        }
    }

    private static func part(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    private static func record(
        _ chunks: [UnsafeRawBufferPointer],
        _ parse: (_ chunks: [UnsafeRawBufferPointer], _ emit: (RecordedEvent) -> Void) -> Void
    ) -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        var sound: [UInt8] = []
        parse(chunks) { event in
            if case .sound(let bytes) = event {
                sound += bytes
                return
            }
            if !sound.isEmpty { events.append(.sound(sound)) }
            sound.removeAll(keepingCapacity: true)
            events.append(event)
        }
        if !sound.isEmpty { events.append(.sound(sound)) }
        return events
    }

    private static func compare(_ whole: [RecordedEvent], _ cut: [RecordedEvent], _ feeding: String) throws {
        guard whole != cut else { return }
        let index = zip(whole, cut).enumerated().first { $1.0 != $1.1 }?.offset ?? min(whole.count, cut.count)
        throw ParserDisagreement(
            feeding: feeding, index: index, whole: index < whole.count ? whole[index] : nil,
            cut: index < cut.count ? cut[index] : nil)
    }
}

/// A small random generator whose numbers are the same on every computer (Vigna's SplitMix64).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

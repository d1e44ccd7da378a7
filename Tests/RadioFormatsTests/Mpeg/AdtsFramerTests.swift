import RadioFormats
import TestSupport
import Testing

@Suite struct AdtsFramerTests {
    static func frames(_ input: [UInt8], seed: UInt64 = 1) throws -> [RecordedEvent] {
        try ParserVerifier.verify(input, seed: seed) { chunks, emit in
            var framer = AdtsFramer()
            for chunk in chunks { framer.feed(chunk) { emit(RecordedEvent($0)) } }
            framer.finish { emit(RecordedEvent($0)) }
        }
    }

    static func format(_ rate: Int = 44_100, _ channels: Int = 2) -> RecordedEvent {
        .format(MediaFormat(codec: .aac, framing: .adts, sampleRate: rate, channelCount: channels))
    }

    // The sample rates of ISO/IEC 14496-3 table 1.18, by index.
    static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    @Test(arguments: rates.indices) func `every rate`(index: Int) throws {
        var maker = FrameMaker(seed: UInt64(index))
        let frames = (0..<5).map { maker.adtsFrame(rateIndex: UInt8(index), length: 200 + 37 * $0) }
        let events = try Self.frames(maker.noise(100) + frames.flatMap { $0 })
        #expect(events.first == Self.format(Self.rates[index]))
        #expect(events.dropFirst() == frames.map { .packet($0, sampleCount: 1024) }[...])
    }

    // With the channel configuration 0, a program config element in the frame states the channels. The framer then
    // takes two.
    @Test(arguments: [(0, 2), (1, 1), (2, 2), (3, 3), (6, 6), (7, 8)] as [(UInt8, Int)])
    func `channels`(configuration: UInt8, channels: Int) throws {
        var maker = FrameMaker(seed: 2)
        let input = (0..<4).flatMap { _ in maker.adtsFrame(channels: configuration) }
        #expect(try Self.frames(input).first == Self.format(44_100, channels))
    }

    @Test func `several blocks in a frame, CRC, and MPEG-2`() throws {
        var maker = FrameMaker(seed: 3)
        for blocks in UInt8(1)...4 {
            let input = (0..<4).flatMap { _ in
                maker.adtsFrame(blocks: blocks, isMpeg2: true, hasChecksum: blocks % 2 == 0)
            }
            let samples = try Self.frames(input).compactMap {
                if case .packet(_, let count) = $0 { count } else { nil }
            }
            #expect(samples == [Int](repeating: 1024 * Int(blocks), count: 4))
        }
    }

    @Test func `the longest and the shortest frame`() throws {
        var maker = FrameMaker(seed: 4)
        let frames = [AdtsHeader.maximumFrameLength, 8, AdtsHeader.maximumFrameLength, 8].map {
            maker.adtsFrame(length: $0)
        }
        let events = try Self.frames(frames.flatMap { $0 })
        #expect(events.dropFirst() == frames.map { .packet($0, sampleCount: 1024) }[...])
    }

    @Test(
        arguments: [
            [0xFF, 0xF1, 0x50, 0x80, 0x00, 0xFF, 0xFC],  // no content: seven bytes
            [0xFF, 0xF0, 0x50, 0x80, 0x01, 0x3F, 0xFC],  // nine bytes with a CRC
            [0xFF, 0xF1, 0x74, 0x80, 0x25, 0x9F, 0xFC],  // rate 13
            [0xFF, 0xF3, 0x50, 0x80, 0x25, 0x9F, 0xFC],  // a layer: MPEG audio
            [0xFF, 0xF1, 0x50, 0x80, 0x25, 0x9F],
        ] as [[UInt8]])
    func `what is no header`(bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { AdtsHeader($0) } == nil)
    }

    @Test func `a stream that begins in the middle of a frame, with false syncs`() throws {
        var maker = FrameMaker(seed: 5)
        let header = Array(maker.adtsFrame().prefix(7))
        let frames = (0..<40).map { _ in header + maker.anyBytes(293) }
        let input = Array(frames[0][100...]) + header + maker.noise(50) + frames[1...].flatMap { $0 }
        let events = try Self.frames(input)
        #expect(events.first == Self.format())
        #expect(events.dropFirst() == frames[1...].map { .packet($0, sampleCount: 1024) }[...])
    }

    @Test func `bytes put between two frames`() throws {
        var maker = FrameMaker(seed: 6)
        let frames = (0..<8).map { maker.adtsFrame(length: 150 + $0) }
        let input = frames[..<4].flatMap { $0 } + maker.noise(777) + frames[4...].flatMap { $0 }
        var expected = [Self.format()] + frames.map { .packet($0, sampleCount: 1024) }
        expected.insert(.discontinuity, at: 5)
        #expect(try Self.frames(input) == expected)
    }

    @Test func `a change of rate or channels comes with its format and without a gap`() throws {
        var maker = FrameMaker(seed: 7)
        let first = (0..<4).map { _ in maker.adtsFrame() }
        let second = (0..<4).map { _ in maker.adtsFrame(rateIndex: 6, channels: 1) }
        var expected = [Self.format()] + first.map { .packet($0, sampleCount: 1024) }
        expected.append(Self.format(24_000, 1))
        expected += second.map { .packet($0, sampleCount: 1024) }
        #expect(try Self.frames((first + second).flatMap { $0 }) == expected)
    }

    @Test func `ID3 before the first frame and between two (packed audio of HLS)`() throws {
        var maker = FrameMaker(seed: 8)
        let frames = (0..<6).map { _ in maker.adtsFrame() }
        let tag = FrameMaker.id3([("PRIV", Array("com.apple.streaming.transportStreamTimestamp\0\0\0\0\0\0".utf8))])
        let input = tag + frames[..<3].flatMap { $0 } + tag + frames[3...].flatMap { $0 }
        let metadata = RecordedEvent.timedMetadata(TimedMetadata(kind: .id3, raw: tag))
        var expected = [metadata, Self.format()] + frames.map { .packet($0, sampleCount: 1024) }
        expected.insert(metadata, at: 5)
        #expect(try Self.frames(input) == expected)
    }

    @Test func `nothing and garbage`() throws {
        var maker = FrameMaker(seed: 9)
        #expect(try Self.frames([]).isEmpty)
        #expect(try Self.frames(maker.anyBytes(20_000)).isEmpty)
        #expect(try Self.frames([UInt8](repeating: 0xFF, count: 5000)).isEmpty)
        let mpeg = FrameMaker.mpegHeader()
        #expect(try Self.frames((0..<5).flatMap { _ in maker.mpegFrame(mpeg) }).isEmpty)
    }

    // The expected counts are those of `ffprobe -count_packets`. A frame has 1,024 samples at the sample rate of the
    // core decoder.
    @Test(
        .enabled(if: Corpus.isPresent),
        arguments: [
            ("he1", 22_050, 2, 434), ("he1mono", 22_050, 1, 434), ("he2", 22_050, 1, 435), ("mono", 44_100, 1, 863),
            ("mono22", 22_050, 1, 432), ("t22", 22_050, 2, 432),
        ])
    func `files of another encoder`(name: String, rate: Int, channels: Int, count: Int) throws {
        let input = try Corpus.read("audio/\(name).aac")
        let events = try Self.frames(input)
        #expect(events.first == Self.format(rate, channels))
        #expect(events.count == count + 1)
        let sound = events.flatMap { event -> [UInt8] in if case .packet(let bytes, _) = event { bytes } else { [] } }
        #expect(sound == input)
    }
}

import RadioFormats
import TestSupport
import Testing

@Suite struct MpegAudioFramerTests {
    static func frames(_ input: [UInt8], seed: UInt64 = 1) throws -> [RecordedEvent] {
        try ParserVerifier.verify(input, seed: seed) { chunks, emit in
            var framer = MpegAudioFramer()
            for chunk in chunks { framer.feed(chunk) { emit(RecordedEvent($0)) } }
            framer.finish { emit(RecordedEvent($0)) }
        }
    }

    static func packets(_ events: [RecordedEvent]) -> [[UInt8]] {
        events.compactMap { if case .packet(let bytes, _) = $0 { bytes } else { nil } }
    }

    static func format(
        _ codec: AudioCodec = .mpegLayer3, _ rate: Int = 44_100, _ channels: Int = 2, _ bitRate: Int? = 128_000
    ) -> RecordedEvent {
        .format(
            MediaFormat(codec: codec, framing: .mpegAudio, sampleRate: rate, channelCount: channels, bitRate: bitRate))
    }

    static let base = FrameMaker.mpegHeader()

    // Headers of every version, layer and sample rate, with and without padding and checksum.
    @Test(
        arguments: [MpegAudioHeader.Version.mpeg1, .mpeg2, .mpeg25],
        [
            MpegAudioHeader.Layer.layer1, .layer2, .layer3,
        ])
    func `every form`(version: MpegAudioHeader.Version, layer: MpegAudioHeader.Layer) throws {
        var maker = FrameMaker(seed: UInt64(version.rawValue) << 4 | UInt64(layer.rawValue))
        for rateIndex in UInt8(0)..<3 {
            for mode in [MpegAudioHeader.ChannelMode.mono, .stereo] {
                let frames = (0..<7).map { index in
                    maker.mpegFrame(
                        FrameMaker.mpegHeader(
                            version: version, layer: layer, bitRateIndex: 6, rateIndex: rateIndex,
                            isPadded: index % 3 == 1, mode: mode, hasChecksum: index % 2 == 0))
                }
                let events = try Self.frames(frames.flatMap { $0 })
                #expect(Self.packets(events) == frames)
                #expect(events.count == frames.count + 1)
            }
        }
    }

    @Test func `garbage before the first frame, a live stream begins in the middle of one`() throws {
        var maker = FrameMaker(seed: 3)
        let frames = (0..<6).map { _ in maker.mpegFrame(Self.base) }
        let input = Array(frames[0][200...]) + frames[1...].flatMap { $0 }
        let events = try Self.frames(input)
        #expect(events.first == Self.format())
        #expect(events.count == 6)
        #expect(Self.packets(events) == Array(frames[1...]))
    }

    @Test func `a false sync in the garbage is refused, with one frame and with two behind it`() throws {
        var maker = FrameMaker(seed: 4)
        let frames = (0..<6).map { _ in maker.mpegFrame(Self.base) }
        let other = FrameMaker.mpegHeader(bitRateIndex: 1, rateIndex: 1)
        // Bytes that look like a frame are followed by one matching header, but no second one, so they are not a frame.
        let twice = maker.mpegFrame(other) + other + maker.noise(50)
        for garbage in [other + maker.noise(30), twice] {
            let events = try Self.frames(garbage + frames.flatMap { $0 })
            #expect(events.first == Self.format())
            #expect(events.count == 7)
            #expect(Self.packets(events) == frames)
        }
    }

    @Test func `frames full of random bytes with false syncs stay whole`() throws {
        var maker = FrameMaker(seed: 5)
        let frames = (0..<60).map { _ in Self.base + maker.anyBytes(413) }
        let events = try Self.frames(maker.anyBytes(3000) + frames.flatMap { $0 })
        #expect(Self.packets(events) == frames)
    }

    @Test func `bytes lost in the middle: one discontinuity, and in step again`() throws {
        var maker = FrameMaker(seed: 6)
        var frames = (0..<10).map { _ in maker.mpegFrame(Self.base) }
        frames[4].removeSubrange(100..<300)
        let events = try Self.frames(frames.flatMap { $0 })
        #expect(events.filter { $0 == .discontinuity }.count == 1)
        // 200 bytes are missing in a frame. The framer takes them from the next frame, which is therefore lost.
        let damaged = frames[4] + frames[5][..<200]
        let expected = Array(frames[..<4]) + [damaged] + Array(frames[6...])
        #expect(Self.packets(events) == expected)
        let at = try #require(events.firstIndex(of: .discontinuity))
        #expect(events[at + 1] == .packet(frames[6], sampleCount: 1152))
    }

    @Test func `bytes put between two frames`() throws {
        var maker = FrameMaker(seed: 7)
        let frames = (0..<8).map { _ in maker.mpegFrame(Self.base) }
        let input = frames[..<4].flatMap { $0 } + maker.noise(777) + frames[4...].flatMap { $0 }
        let sound = frames.map { RecordedEvent.packet($0, sampleCount: 1152) }
        var expected = [Self.format()] + sound
        expected.insert(.discontinuity, at: 5)
        #expect(try Self.frames(input) == expected)
    }

    // The sample rate changes within a stream, as at a jingle or an advertisement.
    @Test(
        arguments: [
            (FrameMaker.mpegHeader(rateIndex: 1), format(.mpegLayer3, 48_000)),
            (FrameMaker.mpegHeader(mode: .mono), format(.mpegLayer3, 44_100, 1)),
            (FrameMaker.mpegHeader(version: .mpeg2, bitRateIndex: 8), format(.mpegLayer3, 22_050, 2, 64_000)),
            (FrameMaker.mpegHeader(layer: .layer2, bitRateIndex: 8), format(.mpegLayer2)),
        ] as [([UInt8], RecordedEvent)])
    func `a change of form comes with its format and without a gap`(header: [UInt8], format: RecordedEvent) throws {
        var maker = FrameMaker(seed: 8)
        let first = maker.mpegStream(Self.base, count: 4)
        let second = maker.mpegStream(header, count: 4)
        let events = try Self.frames(first + second + first)
        #expect(events[0] == Self.format())
        #expect(events[5] == format)
        #expect(events[10] == Self.format())
        #expect(events.count == 15)
        #expect(Self.packets(events).flatMap { $0 } == first + second + first)
    }

    @Test func `a bit rate that varies is said once, as nil`() throws {
        var maker = FrameMaker(seed: 9)
        let input = [9, 9, 9, 9, 5, 6, 9, 14].flatMap {
            maker.mpegFrame(FrameMaker.mpegHeader(bitRateIndex: UInt8($0)))
        }
        let events = try Self.frames(input)
        #expect(Self.packets(events).flatMap { $0 } == input)
        #expect(events[0] == Self.format())
        #expect(events[5] == Self.format(.mpegLayer3, 44_100, 2, nil))
        #expect(events.count == 10)
        // The bit rate differs from the first frame on, so the first format already states that it is variable.
        let varying = [9, 5, 6, 9, 14].flatMap { maker.mpegFrame(FrameMaker.mpegHeader(bitRateIndex: UInt8($0))) }
        #expect(try Self.frames(varying).first == Self.format(.mpegLayer3, 44_100, 2, nil))
    }

    @Test(arguments: [(100, MpegAudioHeader.Layer.layer3), (1044, .layer3), (2880, .layer3), (512, .layer1)])
    func `free format`(length: Int, layer: MpegAudioHeader.Layer) throws {
        var maker = FrameMaker(seed: UInt64(length))
        let slot = layer == .layer1 ? 4 : 1
        let frames = (0..<8).map { index in
            maker.mpegFrame(
                FrameMaker.mpegHeader(layer: layer, bitRateIndex: 0, isPadded: index % 3 == 0),
                length: length + (index % 3 == 0 ? slot : 0))
        }
        let events = try Self.frames(maker.noise(333) + frames.flatMap { $0 })
        #expect(Self.packets(events) == frames)
        let samples = layer == .layer1 ? 384 : 1152
        #expect(
            events[0]
                == Self.format(layer == .layer1 ? .mpegLayer1 : .mpegLayer3, 44_100, 2, length * 8 * 44_100 / samples))
    }

    @Test func `fewer than eight frames of free format prove nothing`() throws {
        var maker = FrameMaker(seed: 14)
        let header = FrameMaker.mpegHeader(bitRateIndex: 0)
        let frames = (0..<9).map { _ in maker.mpegFrame(header, length: 300) }
        #expect(Self.packets(try Self.frames(frames[..<8].flatMap { $0 })) == Array(frames[..<8]))
        #expect(try Self.frames(frames[..<7].flatMap { $0 }).isEmpty)
        // One frame of free format is a byte longer than the others, without a padding bit that would announce this.
        for place in 0..<9 {
            var others = frames
            others[place].append(1)
            let packets = Self.packets(try Self.frames(others.flatMap { $0 }))
            #expect(packets.count == (place == 0 ? 8 : place < 7 ? 0 : place + 1), "\(place)")
        }
    }

    @Test func `what repeats is no free format where it is samples of quiet sound, or too short`() throws {
        #expect(try Self.frames((0..<4000).flatMap { _ in [0xFF, 0xFF, 0, 0] }).isEmpty)
        let samples: [UInt8] = (0..<20).flatMap { _ in [0, 3, 0xFF, 0xFD] }
        #expect(try Self.frames((0..<50).flatMap { _ in FrameMaker.mpegHeader(bitRateIndex: 0) + samples }).isEmpty)
    }

    @Test func `the last whole frame comes out, a cut one does not`() throws {
        var maker = FrameMaker(seed: 10)
        for count in 1...5 {
            let frames = (0..<count).map { _ in maker.mpegFrame(Self.base) }
            #expect(Self.packets(try Self.frames(frames.flatMap { $0 })) == frames)
            let cut = try Self.frames(frames.flatMap { $0 }.dropLast(1))
            // A single frame that is cut off is not recognised. The second of two frames proves the first one even if
            // it is cut off itself.
            #expect(Self.packets(cut) == Array(frames.dropLast()))
        }
    }

    @Test func `nothing and garbage`() throws {
        var maker = FrameMaker(seed: 11)
        #expect(try Self.frames([]).isEmpty)
        #expect(try Self.frames([0xFF]).isEmpty)
        #expect(try Self.frames(maker.anyBytes(20_000)).isEmpty)
        #expect(try Self.frames([UInt8](repeating: 0xFF, count: 5000)).isEmpty)
        #expect(try Self.frames(Array("<html><body>404</body></html>".utf8)).isEmpty)
    }

    @Test func `garbage is counted and recognised`() {
        var maker = FrameMaker(seed: 12)
        var framer = MpegAudioFramer()
        let sound = maker.mpegStream(Self.base, count: 5)
        sound.withUnsafeBytes { framer.feed($0) { _ in } }
        #expect(framer.bytesSinceLastFrame == 0)
        maker.noise(AudioFraming.maximumGarbage).withUnsafeBytes { framer.feed($0) { _ in } }
        #expect(!framer.isGarbage)
        maker.noise(10_000).withUnsafeBytes { framer.feed($0) { _ in } }
        #expect(framer.isGarbage)
        sound.withUnsafeBytes { framer.feed($0) { _ in } }
        #expect(!framer.isGarbage)
    }

    @Test func `packets inside a chunk are slices of it`() {
        var maker = FrameMaker(seed: 13)
        let input = maker.mpegStream(Self.base, count: 5)
        input.withUnsafeBytes { bytes in
            var framer = MpegAudioFramer()
            var places: [Int] = []
            framer.feed(bytes) {
                guard case .packet(let packet) = $0 else { return }
                places.append(bytes.baseAddress!.distance(to: packet.bytes.baseAddress!))
            }
            #expect(places == [0, 417, 834, 1251, 1668])
        }
    }
}

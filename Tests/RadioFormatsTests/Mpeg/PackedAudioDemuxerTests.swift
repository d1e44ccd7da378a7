import RadioFormats
import TestSupport
import Testing

@Suite struct PackedAudioDemuxerTests {
    static func run(_ codec: PackedAudioDemuxer.Codec, _ segments: [UInt8]...) throws -> [RecordedEvent] {
        try ParserVerifier.verify(segments: segments) { PackedAudioDemuxer(codec) }
    }

    @Test func `AAC behind a timestamp`() throws {
        var maker = FrameMaker()
        let frames = (0..<3).map { _ in maker.adtsFrame(rateIndex: 3) }
        let segment = FrameMaker.id3([FrameMaker.timestamp(90_000)]) + frames.flatMap { $0 }
        let events = try Self.run(.adts, segment)
        #expect(events.first == .format(.init(codec: .aac, framing: .adts, sampleRate: 48_000, channelCount: 2)))
        #expect(
            events.dropFirst()
                == frames.enumerated().map { index, frame in
                    .segmentPacket(
                        frame, sampleCount: 1024,
                        time: MediaTime(value: 90_000 + 1920 * Int64(index), timescale: 90_000))
                }[...])
    }

    @Test func `MP3 over segments, the clock rolling over`() throws {
        var maker = FrameMaker()
        let header = FrameMaker.mpegHeader(rateIndex: 1)
        let end = UInt64(1) << 33
        let frames = (0..<4).map { _ in maker.mpegFrame(header) }
        let events = try Self.run(
            .mpegAudio, FrameMaker.id3([FrameMaker.timestamp(end - 2160)]) + frames[0] + frames[1],
            FrameMaker.id3([FrameMaker.timestamp(2160)]) + frames[2] + frames[3])
        #expect(TransportStreamDemuxerTests.packets(events) == frames)
        #expect(TransportStreamDemuxerTests.times(events) == [end - 2160, 0, 2160, 4320])
        #expect(TransportStreamDemuxerTests.damageCount(events) == 0)
    }

    @Test func `the first packet comes out with its last byte`() {
        var maker = FrameMaker()
        let segment = FrameMaker.id3([FrameMaker.timestamp(0)]) + maker.adtsFrame()
        var demuxer = PackedAudioDemuxer(.adts)
        var count = 0
        segment.withUnsafeBytes { demuxer.feed($0) { if case .packet = $0 { count += 1 } } }
        #expect(count == 1)
    }

    @Test func `tags in front and in between are metadata`() throws {
        var maker = FrameMaker()
        let frames = (0..<4).map { _ in maker.adtsFrame(rateIndex: 3) }
        let first = FrameMaker.id3([FrameMaker.timestamp(0), ("TIT2", [3, 0x61])])
        let second = FrameMaker.id3([("TIT2", [3, 0x62])])
        let events = try Self.run(.adts, first + frames[0] + frames[1] + second + frames[2] + frames[3])
        let tag = { (raw: [UInt8], ticks: Int64) in
            RecordedEvent.segmentMetadata(
                TimedMetadata(kind: .id3, raw: raw), time: MediaTime(value: ticks, timescale: 90_000))
        }
        #expect(events.first == tag(first, 0))
        #expect(events[4] == tag(second, 3840))
        #expect(TransportStreamDemuxerTests.packets(events) == frames)
        #expect(TransportStreamDemuxerTests.damageCount(events) == 0)
    }

    @Test func `without a tag there are no times`() throws {
        var maker = FrameMaker()
        let frames = (0..<4).map { _ in maker.adtsFrame() }
        let events = try Self.run(.adts, frames.flatMap { $0 })
        #expect(TransportStreamDemuxerTests.packets(events) == frames)
        #expect(TransportStreamDemuxerTests.times(events) == [nil, nil, nil, nil])
    }

    @Test func `a tag longer than what is kept still has its timestamp`() throws {
        var maker = FrameMaker()
        let frames = (0..<2).map { _ in maker.adtsFrame(rateIndex: 3) }
        let long = FrameMaker.id3([FrameMaker.timestamp(1920), ("APIC", maker.noise(300_000))])
        let events = try Self.run(.adts, long + frames.flatMap { $0 })
        #expect(TransportStreamDemuxerTests.times(events) == [1920, 3840])
        #expect(events.count == 3)
    }

    @Test func `a frame may go on in the next segment, or be lost`() throws {
        var maker = FrameMaker()
        let frames = (0..<4).map { _ in maker.adtsFrame(rateIndex: 3) }
        let all = frames.flatMap { $0 }
        let joined = try Self.run(.adts, Array(all[..<450]), Array(all[450...]))
        #expect(TransportStreamDemuxerTests.packets(joined) == frames)
        #expect(TransportStreamDemuxerTests.damageCount(joined) == 0)
        let tag = FrameMaker.id3([FrameMaker.timestamp(9000)])
        let cut = try Self.run(.adts, tag + all[..<450], tag + frames[2] + frames[3])
        #expect(TransportStreamDemuxerTests.packets(cut) == [frames[0], frames[2], frames[3]])
        #expect(TransportStreamDemuxerTests.damageCount(cut) == 1)
    }

    /// A segment ends within a frame of free format. The frame continues in the next segment, however the input is cut.
    /// (Found by fuzzing: when single bytes were fed, the frames were recognised only at the end, and the last one was
    /// lost.)
    @Test func `a frame of free format that is begun goes on however the segment is cut`() throws {
        var maker = FrameMaker()
        let header = FrameMaker.mpegHeader(bitRateIndex: 0)
        let frames = (0..<12).map { _ in maker.mpegFrame(header, length: 160) }
        let all = frames.flatMap { $0 }
        let events = try Self.run(.mpegAudio, maker.noise(30) + Array(all[..<1460]), Array(all[1460...]))
        #expect(TransportStreamDemuxerTests.packets(events) == frames)
        #expect(TransportStreamDemuxerTests.damageCount(events) == 0)
    }

    @Test func `what is no sound is said`() {
        var maker = FrameMaker()
        var demuxer = PackedAudioDemuxer(.adts)
        #expect(demuxer.problem == nil)
        maker.noise(5000).withUnsafeBytes { demuxer.feed($0) { _ in } }
        demuxer.finish { _ in }
        #expect(demuxer.problem == .damaged("no frames of sound"))
    }

    /// A recorded segment of another project. Its frames are complete, although its ID3 tag has a version that does not
    /// exist.
    @Test(.enabled(if: Corpus.isPresent)) func `the corpus' segment`() throws {
        let bytes = try Corpus.read("hls/segments/aacWithId3.aac")
        let events = try Self.run(.adts, bytes)
        #expect(TransportStreamDemuxerTests.packets(events) == Samples.adtsPackets(Array(bytes[45...])))
        #expect(TransportStreamDemuxerTests.damageCount(events) == 0)
    }
}

import RadioFormats
import TestSupport
import Testing

/// ID3 tags in `emsg` boxes (ISO/IEC 23009-1 §5.10.3.3).
@Suite struct EventMessageTests {
    static let tag = FrameMaker.id3([("TIT2", Array("\u{3}Title".utf8))])
    static let samples = Fmp4DemuxerTests.samples(2)

    static func events(_ messages: [UInt8], time: UInt64? = 90_000) throws -> [RecordedEvent] {
        let input = Fmp4DemuxerTests.initialization { $0.timescale = 90_000 }
        let fragments = Mp4Fragment([samples[0]], time: time).bytes + Mp4Fragment([samples[1]], time: nil).bytes
        return try ParserVerifier.verify(segments: [input, messages + fragments]) { Fmp4Demuxer() }
    }

    static func metadata(_ value: Int64?, _ timescale: Int32 = 1000) -> RecordedEvent {
        .segmentMetadata(
            TimedMetadata(kind: .id3, raw: tag), time: value.map { MediaTime(value: $0, timescale: timescale) })
    }

    @Test(arguments: [
        "https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3",
    ])
    func `a time on the movie's line comes as it is`(scheme: String) throws {
        let message = Mp4Maker.message(version: 1, scheme: scheme, timescale: 1000, time: 1 << 40, data: Self.tag)
        let events = try Self.events(message)
        #expect(events.first == Self.metadata(1 << 40))
        #expect(events.count == 4)
    }

    @Test func `a time after the segment's beginning waits for it`() throws {
        let messages =
            Mp4Maker.message(version: 0, timescale: 1000, time: 0, data: Self.tag)
            + Mp4Maker.message(version: 0, timescale: 1000, time: 2500, data: Self.tag)
        let events = try Self.events(messages)
        #expect(Array(events.prefix(2)) == [Self.metadata(1000), Self.metadata(3500)])
        // Two tags, the format and two packets.
        #expect(events.count == 5)
        // In a segment that states no time, the tags have no time either. Each belongs to the packet after it.
        #expect(Array(try Self.events(messages, time: nil).prefix(2)) == [Self.metadata(nil), Self.metadata(nil)])
    }

    @Test func `without a fragment it comes at the end`() throws {
        let message = Mp4Maker.message(version: 0, timescale: 1000, time: 7, data: Self.tag)
        let events = try ParserVerifier.verify(segments: [Fmp4DemuxerTests.initialization() + message]) {
            Fmp4Demuxer()
        }
        #expect(events == [Self.metadata(nil)])
    }

    @Test func `what follows the tag is cut off`() throws {
        let message = Mp4Maker.message(version: 1, timescale: 1000, time: 5, data: Self.tag + [1, 2, 3])
        #expect(try Self.events(message).first == Self.metadata(5))
    }

    @Test func `messages that are none of ours are passed over`() throws {
        let messages: [[UInt8]] = [
            // Messages with advertisement marks (SCTE 35) use the same kind of box. They are ignored.
            Mp4Maker.message(version: 1, scheme: "urn:scte:scte35:2013:bin", timescale: 1, time: 0, data: Self.tag),
            Mp4Maker.message(version: 1, timescale: 1, time: 0, data: Array("no tag at all".utf8)),
            Mp4Maker.message(version: 1, timescale: 1, time: 0, data: Array(Self.tag.dropLast())),
            Mp4Maker.message(version: 1, timescale: 1, time: 0, data: []),
            Mp4Maker.message(version: 2, timescale: 1, time: 0, data: Self.tag),
            Mp4Maker.box("emsg"), Mp4Maker.box("emsg", [1, 0, 0, 0]), Mp4Maker.fullBox("emsg", Array("no end".utf8)),
        ]
        #expect(try Self.events(messages.flatMap { $0 }).count == 3)
    }

    @Test func `a timescale of nothing tells no time`() throws {
        for version: UInt8 in [0, 1] {
            let message = Mp4Maker.message(version: version, timescale: 0, time: 5, data: Self.tag)
            #expect(try Self.events(message).contains(Self.metadata(nil)))
        }
    }

    @Test func `so many wait and no more`() throws {
        let message = Mp4Maker.message(version: 0, timescale: 1000, time: 0, data: Self.tag)
        let events = try Self.events((0..<100).flatMap { _ in message })
        #expect(events.count == Fmp4Demuxer.maximumWaitingMessages + 3)
    }
}

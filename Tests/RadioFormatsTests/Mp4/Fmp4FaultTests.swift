import RadioFormats
import TestSupport
import Testing

/// Damaged fragments and other faults in the fragmented MP4 of servers.
@Suite struct Fmp4FaultTests {
    static let initialization = Fmp4DemuxerTests.initialization()
    static let samples = Fmp4DemuxerTests.samples(4)

    /// Feeds an initialization section, a good segment and `segment`. Returns the events and the problem of `segment`.
    static func reading(_ segment: [UInt8]) throws -> (events: [RecordedEvent], problem: SegmentProblem?) {
        let good = Mp4Fragment([samples[0]], time: 0).bytes
        let all = try ParserVerifier.verify(segments: [initialization, good, segment]) { Fmp4Demuxer() }
        #expect(all.prefix(2) == ([Fmp4DemuxerTests.format] + Fmp4DemuxerTests.packets([samples[0]], from: 0))[...])
        var demuxer = Fmp4Demuxer()
        _ = Fmp4DemuxerTests.events(segments: [initialization, good, segment], &demuxer)
        return (Array(all[2...]), demuxer.problem)
    }

    @Test func `an empty segment is nothing`() throws {
        let reading = try Self.reading([])
        #expect(reading.events.isEmpty && reading.problem == nil)
        // An empty segment may come before the initialization section.
        var demuxer = Fmp4Demuxer()
        #expect(Fmp4DemuxerTests.events(segments: [[]], &demuxer) == [[]])
        #expect(demuxer.problem == nil)
    }

    @Test(arguments: 1..<160) func `cut off anywhere`(length: Int) throws {
        let segment = Mp4Fragment(Array(Self.samples[1...]), time: 1024).bytes
        let length = length * segment.count / 160
        let reading = try Self.reading(Array(segment[..<length]))
        let whole = Fmp4DemuxerTests.packets(Array(Self.samples[1...]), from: 1024)
        let count = reading.events.count - 1
        #expect(reading.events == whole.prefix(max(count, 0)) + [.damage])
        #expect((reading.problem == nil) == (count > 0))
    }

    @Test func `a web page`() throws {
        for page in ["<!DOCTYPE html><html><head>", "<html>\n<head><title>404", "#EXTM3U\n#EXT-X-VERSION:7\n"] {
            let reading = try Self.reading(Array(page.utf8))
            #expect(reading.events == [.damage])
            guard case .damaged = reading.problem else {
                Issue.record("\(page): \(String(describing: reading.problem))")
                continue
            }
        }
        // After a damaged segment, the next one is read as usual.
        var demuxer = Fmp4Demuxer()
        let segments = [Self.initialization, Array("<html>\n<head>".utf8), Mp4Fragment([Self.samples[0]]).bytes]
        #expect(Fmp4DemuxerTests.events(segments: segments, &demuxer)[2].count == 2)
        #expect(demuxer.problem == nil)
    }

    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        /// True if the demuxer must find the good fragment after the damage.
        var goesOn = true
    }

    static let huge: UInt64 = 1 << 63

    @Test(arguments: [
        Row(testDescription: "a box of 2^63 bytes", bytes: Mp4Maker.longBox("free", [], size: huge), goesOn: false),
        Row(testDescription: "moof of 2^63 bytes", bytes: Mp4Maker.longBox("moof", [], size: huge), goesOn: false),
        Row(testDescription: "mdat of 2^64 - 1", bytes: Mp4Maker.longBox("mdat", [], size: .max), goesOn: false),
        Row(
            testDescription: "a size below the header", bytes: Mp4Maker.big(UInt32(7)) + Array("free".utf8),
            goesOn: false),
        Row(
            testDescription: "a long size below the header", bytes: Mp4Maker.longBox("free", [], size: 15),
            goesOn: false),
        Row(testDescription: "a name of no characters", bytes: [0, 0, 0, 8, 1, 2, 3, 4], goesOn: false),
        Row(testDescription: "zeros", bytes: [UInt8](repeating: 0, count: 64), goesOn: false),
        Row(testDescription: "an empty moof", bytes: Mp4Maker.box("moof")),
        Row(testDescription: "an empty traf", bytes: Mp4Maker.box("moof", Mp4Maker.box("traf"))),
        Row(testDescription: "an empty tfhd", bytes: Mp4Maker.box("moof", Mp4Maker.box("traf", Mp4Maker.box("tfhd")))),
        Row(
            testDescription: "an empty trun",
            bytes: Mp4Maker.box(
                "moof",
                Mp4Maker.box("traf", Mp4Maker.fullBox("tfhd", Mp4Maker.big(UInt32(1))), Mp4Maker.box("trun")))),
        Row(testDescription: "an empty mdat", bytes: Mp4Maker.box("mdat")),
        Row(
            testDescription: "a box beyond its parent",
            bytes: Mp4Maker.box("moof", Mp4Maker.big(UInt32(900)) + Array("traf".utf8))),
        Row(
            testDescription: "nested without end",
            bytes: (0..<2000).reduce(into: Mp4Maker.box("traf")) { box, _ in box = Mp4Maker.box("moof", box) }),
    ])
    func `boxes that cannot be`(_ row: Row) throws {
        let good = Mp4Fragment(Array(Self.samples[1...]), time: 1024).bytes
        let reading = try Self.reading(row.bytes + good)
        let packets = Fmp4DemuxerTests.packets(Array(Self.samples[1...]), from: 1024)
        if row.goesOn {
            #expect(reading.events.filter { $0 != .damage } == packets)
            #expect(reading.problem == nil)
        } else {
            #expect(reading.events == [.damage])
            #expect(reading.problem != nil)
        }
    }

    /// A fragment claims to have 2^32 samples. Reading it takes neither much memory nor much time.
    @Test(arguments: [0, 1, 400] as [UInt32]) func `sample counts of 2^32`(size: UInt32) throws {
        var fragment = Mp4Fragment([[UInt8](repeating: 7, count: 1000)], time: 1024)
        fragment.tracks[0].defaultSize = size
        fragment.tracks[0].runs[0].hasSizes = false
        fragment.tracks[0].runs[0].sampleCount = .max
        let reading = try Self.reading(fragment.bytes)
        switch size {
        case 0: #expect(reading.events.isEmpty)
        case 1: #expect(reading.events.count == 1001)
        case _: #expect(reading.events.count == 3)
        }
        if size > 0 { #expect(reading.events.last == .damage) }
        // The run's flags say that it has a table of sizes, but the table is missing.
        fragment.tracks[0].runs[0].hasSizes = true
        let torn = try Self.reading(fragment.bytes)
        #expect(torn.events == [.damage])
        #expect(torn.problem == .damaged("an unreadable MP4 fragment (moof)"))
    }

    @Test func `samples that are elsewhere`() throws {
        let rest = Array(Self.samples[1...])
        // The last sample would begin after the end of the data.
        var fragment = Mp4Fragment(rest, time: 1024)
        fragment.tracks[0].runs[0].gap = 5
        var bytes = fragment.bytes
        bytes.removeLast(5)
        // The `mdat` box states a smaller size: it is complete, but the last sample does not fit into it.
        let mdat = bytes.count - rest.reduce(8) { $0 + $1.count }
        bytes.replaceSubrange(mdat..<mdat + 4, with: Mp4Maker.big(UInt32(bytes.count - mdat)))
        #expect(try Self.reading(bytes).events == Fmp4DemuxerTests.packets(Array(rest[..<2]), from: 1024) + [.damage])
        // The first run states no offset, so its data would be the `moof` box itself.
        fragment = Mp4Fragment(rest, time: 1024)
        fragment.tracks[0].runs = [.init([rest[0]]), .init(Array(rest[1...]))]
        fragment.tracks[0].runs[0].hasDataOffset = false
        let events = try Self.reading(fragment.bytes).events
        #expect(events.first == .damage)
        #expect(events.count == 3)
        // Four fragments without data (`mdat`) follow one another.
        let lost = Self.samples.map { sample in
            let fragment = Mp4Fragment([sample], time: 1024).bytes
            return Array(fragment[..<(fragment.count - sample.count - 8)])
        }
        #expect(try Self.reading(lost.flatMap { $0 }).events == [.damage])
    }

    @Test func `samples longer than any frame are passed over`() throws {
        let long = [UInt8](repeating: 1, count: Fmp4Demuxer.maximumSample + 1)
        let longest = [UInt8](repeating: 2, count: Fmp4Demuxer.maximumSample)
        // Three megabytes are fed in one piece and in pieces of a page, not byte by byte.
        let segment = Mp4Fragment([longest, long, longest], time: 0).bytes
        let readings = [segment.count, 4096].map { piece in
            var demuxer = Fmp4Demuxer()
            _ = Fmp4DemuxerTests.events(segments: [Self.initialization], &demuxer)
            var events: [RecordedEvent] = []
            for start in stride(from: 0, to: segment.count, by: piece) {
                segment[start...].prefix(piece).withUnsafeBytes {
                    demuxer.feed($0) { events.append(RecordedEvent($0)) }
                }
            }
            demuxer.finish { events.append(RecordedEvent($0)) }
            return events
        }
        #expect(readings[0] == readings[1])
        #expect(
            readings[0] == [Fmp4DemuxerTests.format] + Fmp4DemuxerTests.packets([longest], from: 0) + [.damage]
                + Fmp4DemuxerTests.packets([longest], from: 2048))
    }

    @Test func `boxes longer than what is read are passed over`() throws {
        let message = Mp4Maker.box("emsg", [UInt8](repeating: 0, count: Fmp4Demuxer.maximumMessage + 1))
        let fragment = Mp4Maker.box("moof", [UInt8](repeating: 0, count: Fmp4Demuxer.maximumFragment + 1))
        let good = Mp4Fragment([Self.samples[1]], time: 0).bytes
        var demuxer = Fmp4Demuxer()
        let movie = Mp4Maker.box("moov", [UInt8](repeating: 0, count: Fmp4Demuxer.maximumMovie + 1))
        let events = Fmp4DemuxerTests.events(
            segments: [movie, Self.initialization + message + fragment + good], &demuxer)
        #expect(events[0].isEmpty)
        #expect(events[1].count == 2)
        _ = Fmp4DemuxerTests.events(segments: [fragment], &demuxer)
        #expect(demuxer.problem == .damaged("a moof box that is too long"))
    }

    @Test func `a segment without its initialization section`() {
        var demuxer = Fmp4Demuxer()
        let fragment = Mp4Fragment(Self.samples).bytes
        #expect(Fmp4DemuxerTests.events(segments: [fragment], &demuxer) == [[]])
        #expect(demuxer.problem == .damaged("an MP4 fragment without its initialization section (moov)"))
        demuxer = Fmp4Demuxer()
        _ = Fmp4DemuxerTests.events(segments: [Mp4Maker.fileType], &demuxer)
        #expect(demuxer.problem == .damaged("no MP4 initialization section (moov)"))
        // The initialization section comes late, together with a fragment.
        let events = Fmp4DemuxerTests.events(segments: [Self.initialization + fragment], &demuxer)
        #expect(events[0].count == 5)
        #expect(demuxer.problem == nil)
    }

    /// The segment's times are the extreme values of their type. Calculating with them must not trap.
    @Test(arguments: [0, 1 << 32, 1 << 62, UInt64(Int64.max), 1 << 63, .max])
    func `times beyond all bounds`(time: UInt64) throws {
        for timescale: UInt32 in [1, 44_100, UInt32(Int32.max)] {
            let initialization = Fmp4DemuxerTests.initialization {
                $0.timescale = timescale
                $0.edits = [(.max, -1), (.max, -1), (0, Int64.max)]
                $0.isLong = true
            }
            let message = Mp4Maker.message(
                version: 0, timescale: timescale, time: UInt64(UInt32.max), data: FrameMaker.id3([]))
            let other = Mp4Maker.message(version: 1, timescale: timescale, time: time, data: FrameMaker.id3([]))
            var fragment = Mp4Fragment(Self.samples, time: time)
            fragment.tracks[0].runs[0].durations = Self.samples.map { _ in .max }
            fragment.tracks[0].runs[0].offsets = Self.samples.map { _ in .min }
            let segments = [initialization, message + other + fragment.bytes, fragment.bytes]
            let events = try ParserVerifier.verify(segments: segments) { Fmp4Demuxer() }
            var times: [MediaTime] = []
            for event in events {
                switch event {
                case .segmentPacket(_, _, let time?), .segmentMetadata(_, let time?): times.append(time)
                case _: break
                }
            }
            // The difference of any two of the delivered times can be stated in flicks.
            for time in times {
                for other in times { #expect((time - other).flicks.magnitude <= UInt64(Int64.max)) }
            }
        }
    }
}

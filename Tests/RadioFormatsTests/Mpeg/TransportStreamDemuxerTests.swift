import RadioFormats
import TestSupport
import Testing

@Suite struct TransportStreamDemuxerTests {
    static let pid = 0x101
    static let adts = TransportStreamMaker.Stream(pid, 0x0F)
    static let tagDescriptor: [UInt8] =
        [0x26, 13, 0xFF, 0xFF] + Array("ID3 ".utf8) + [0xFF] + Array("ID3 ".utf8) + [0, 0x0F]

    /// The duration of an ADTS frame at 48 kHz in units of 1/90,000 s.
    static let frameTicks: UInt64 = 1920

    static func run(_ segments: [UInt8]...) throws -> [RecordedEvent] {
        try ParserVerifier.verify(segments: segments) { TransportStreamDemuxer() }
    }

    static func ticks(_ ticks: UInt64) -> MediaTime { MediaTime(value: Int64(ticks), timescale: 90_000) }

    static func frames(_ maker: inout FrameMaker, _ count: Int, length: Int = 300) -> [[UInt8]] {
        (0..<count).map { _ in maker.adtsFrame(rateIndex: 3, length: length) }
    }

    static func packets(_ events: [RecordedEvent]) -> [[UInt8]] {
        events.compactMap { if case .segmentPacket(let bytes, _, _) = $0 { bytes } else { nil } }
    }

    static func times(_ events: [RecordedEvent]) -> [UInt64?] {
        events.compactMap { event -> UInt64?? in
            guard case .segmentPacket(_, _, let time) = event else { return nil }
            return .some(time.map { UInt64($0.flicks / 7840) })
        }
    }

    static func damageCount(_ events: [RecordedEvent]) -> Int { events.count { $0 == .damage } }

    static func problem(_ bytes: [UInt8]) -> SegmentProblem? {
        var demuxer = TransportStreamDemuxer()
        bytes.withUnsafeBytes { demuxer.feed($0) { _ in } }
        demuxer.finish { _ in }
        return demuxer.problem
    }

    // MARK: Valid streams

    @Test func `frames of a PES packet have their computed times`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 5)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 90_000, frames[0] + frames[1] + frames[2])
        stream.pes(Self.pid, pts: 90_000 + 3 * Self.frameTicks, frames[3] + frames[4])
        let events = try Self.run(stream.take())
        #expect(
            events.first
                == .format(MediaFormat(codec: .aac, framing: .adts, sampleRate: 48_000, channelCount: 2)))
        #expect(Self.packets(events) == frames)
        #expect(Self.times(events) == (0..<5).map { 90_000 + $0 * Self.frameTicks })
        #expect(Self.damageCount(events) == 0 && events.count == 6)
    }

    @Test(arguments: [UInt8(0x03), 0x04]) func `MPEG audio`(type: UInt8) throws {
        var maker = FrameMaker()
        let header = FrameMaker.mpegHeader(rateIndex: 1)
        let frames = (0..<4).map { _ in maker.mpegFrame(header) }
        var stream = TransportStreamMaker()
        stream.tables([.init(Self.pid, type)])
        stream.pes(Self.pid, pts: 0, frames[0] + frames[1])
        stream.pes(Self.pid, pts: 4320, frames[2] + frames[3])
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == frames)
        #expect(Self.times(events) == [0, 2160, 4320, 6480])
    }

    @Test func `a frame crosses PES packets, whose length is not told`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        let all = frames.flatMap { $0 }
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 1000, Array(all[..<450]), length: 0)
        // A PES packet's time belongs to the first frame that begins in it. Here this is the third frame.
        stream.pes(Self.pid, pts: 9000, Array(all[450..<1000]), length: 0)
        stream.pes(Self.pid, pts: nil, Array(all[1000...]), length: 0)
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == frames)
        #expect(Self.times(events) == [1000, 1000 + Self.frameTicks, 9000, 9000 + Self.frameTicks])
        #expect(Self.damageCount(events) == 0)
    }

    @Test func `at the roll-over times begin again, and it is no damage`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 6)
        let end = UInt64(1) << 33
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: end - 2 * Self.frameTicks, frames[0] + frames[1] + frames[2])
        stream.pes(Self.pid, pts: Self.frameTicks, frames[3] + frames[4] + frames[5])
        let events = try Self.run(stream.take())
        #expect(
            Self.times(events)
                == [end - 2 * Self.frameTicks, end - Self.frameTicks] + (0..<4).map { $0 * Self.frameTicks })
        #expect(Self.damageCount(events) == 0)
    }

    @Test func `the first packet comes out with its last byte`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 30)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, frames.flatMap { $0 })
        // The PES header has 14 bytes and the first frame 300, so the first frame ends within the second transport
        // packet with sound.
        let bytes = stream.take()
        var count = 0
        var demuxer = TransportStreamDemuxer()
        bytes[..<(4 * 188)].withUnsafeBytes { demuxer.feed($0) { if case .packet = $0 { count += 1 } } }
        #expect(count == 1)
    }

    @Test func `other streams are passed over`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        var stream = TransportStreamMaker()
        stream.tables([.init(0x100, 0x1B), .init(0x102, 0x81), Self.adts, .init(0x103, 0x0F)])
        for (index, frame) in frames.enumerated() {
            stream.pes(0x100, pts: 0, maker.anyBytes(1000), streamID: 0xE0)
            stream.pes(0x103, pts: 5, maker.adtsFrame(), streamID: 0xC1)
            stream.packet(0x1FFF, maker.anyBytes(184))
            stream.pes(Self.pid, pts: UInt64(index) * Self.frameTicks, frame)
        }
        #expect(try Self.packets(Self.run(stream.take())) == frames)
    }

    @Test(arguments: [(0, 0), (4, 0), (0, 16)]) func `packets of 188, 192 and 204 bytes`(before: Int, behind: Int)
        throws
    {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 8)
        var stream = TransportStreamMaker()
        stream.before = maker.noise(before)
        stream.behind = maker.noise(behind)
        stream.tables([Self.adts])
        for (index, frame) in frames.enumerated() {
            stream.pes(Self.pid, pts: UInt64(index) * Self.frameTicks, frame)
        }
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == frames && Self.damageCount(events) == 0)
    }

    // MARK: Segments

    @Test func `counters and tables carry over to the next segment`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        let all = frames.flatMap { $0 }
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        // The second segment begins in the middle of a frame and has no tables.
        stream.pes(Self.pid, pts: 0, Array(all[..<500]), length: 0)
        let first = stream.take()
        stream.pes(Self.pid, pts: nil, Array(all[500...]), length: 0)
        let events = try Self.run(first, stream.take())
        #expect(Self.packets(events) == frames)
        #expect(Self.times(events) == (0..<4).map { $0 * Self.frameTicks })
        #expect(Self.damageCount(events) == 0)
    }

    @Test func `counters that begin anew with a segment are no damage`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, frames[0] + frames[1])
        let first = stream.take()
        stream.resetCounters()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 3840, frames[2] + frames[3])
        let events = try Self.run(first, stream.take())
        #expect(Self.packets(events) == frames)
        #expect(Self.damageCount(events) == 0)
    }

    @Test func `a frame that the next segment does not end is damage`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        for resets in [false, true] {
            var stream = TransportStreamMaker()
            stream.tables([Self.adts])
            stream.pes(Self.pid, pts: 0, frames[0] + frames[1].prefix(200))
            let first = stream.take()
            if resets { stream.resetCounters() }
            stream.pes(Self.pid, pts: 3840, frames[2] + frames[3])
            let events = try Self.run(first, stream.take())
            #expect(Self.packets(events) == [frames[0], frames[2], frames[3]])
            #expect(Self.times(events) == [0, 3840, 5760])
            #expect(Self.damageCount(events) == 1)
            #expect(events[2] == .damage)
        }
    }

    // MARK: Faults

    enum Fault: CaseIterable, Sendable {
        case missing, error, scrambledPacket, brokenPes, garbage, lostSync
    }

    @Test(arguments: Fault.allCases) func `a fault is damage, once`(fault: Fault) throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 12)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, frames[0] + frames[1])
        switch fault {
        case .missing: stream.skip(Self.pid, 3)
        case .error: stream.packet(Self.pid, maker.noise(184), hasError: true)
        case .scrambledPacket: stream.packet(Self.pid, maker.noise(184), isScrambled: true)
        case .brokenPes: stream.packet(Self.pid, [9, 9, 9] + maker.noise(181), isStart: true)
        case .garbage:
            stream.append(maker.noise(777))
            stream.skip(Self.pid, 5)
        case .lostSync:
            var packet = TransportStreamMaker()
            packet.packet(Self.pid, maker.noise(184))
            stream.append([0x46] + packet.bytes[1...])
            stream.skip(Self.pid)
        }
        stream.pes(Self.pid, pts: 50_000, frames[4] + frames[5] + frames[6])
        stream.pes(Self.pid, pts: 60_000, frames[7] + frames[8] + frames[9])
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == [0, 1, 4, 5, 6, 7, 8, 9].map { frames[$0] })
        #expect(Self.times(events).prefix(3) == [0, 1920, 50_000])
        #expect(Self.damageCount(events) == 1 && events[3] == .damage)
    }

    @Test func `behind a loss inside a PES packet frames come without a time`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 12, length: 184)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, frames[0] + frames[1])
        stream.skip(Self.pid, 2)
        for frame in frames[4..<8] { stream.packet(Self.pid, frame) }
        stream.pes(Self.pid, pts: 90_000, frames[8] + frames[9])
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == [0, 1, 4, 5, 6, 7, 8, 9].map { frames[$0] })
        #expect(Self.times(events) == [0, 1920, nil, nil, nil, nil, 90_000, 91_920])
        #expect(Self.damageCount(events) == 1)
    }

    @Test func `a packet sent twice is read once`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, frames[0])
        stream.repeatLast()
        stream.pes(Self.pid, pts: 1920, frames[1] + frames[2])
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == Array(frames[..<3]))
        #expect(Self.damageCount(events) == 0)
    }

    @Test func `counters that never count`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 6)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        for (index, frame) in frames.enumerated() {
            stream.pes(Self.pid, pts: UInt64(index) * Self.frameTicks, frame)
        }
        var bytes = stream.take()
        for start in Swift.stride(from: 3, to: bytes.count, by: 188) { bytes[start] &= 0xF0 }
        let events = try Self.run(bytes)
        #expect(Self.packets(events) == frames && Self.damageCount(events) == 0)
    }

    @Test func `another PID by a new table`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        let mpeg = maker.mpegFrame(FrameMaker.mpegHeader(rateIndex: 1))
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, frames[0] + frames[1])
        stream.tables([.init(0x201, 0x0F)])
        stream.pes(0x201, pts: 9000, frames[2] + frames[3])
        // Sound of another codec follows on the same PID.
        stream.tables([.init(0x201, 0x03)])
        stream.pes(0x201, pts: 90_000, mpeg)
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == frames + [mpeg])
        #expect(Self.times(events) == [0, 1920, 9000, 10_920, 90_000])
        #expect(Self.damageCount(events) == 2)
    }

    @Test func `the stream at hand stays while it is listed`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, frames[0] + frames[1])
        stream.tables([.init(0x99, 0x0F), Self.adts])
        stream.pes(0x99, pts: 0, maker.adtsFrame())
        stream.pes(Self.pid, pts: 3840, frames[2] + frames[3])
        let events = try Self.run(stream.take())
        #expect(Self.packets(events) == frames && Self.damageCount(events) == 0)
    }

    @Test func `tables with a wrong checksum count only where none is right`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 2)
        var stream = TransportStreamMaker()
        stream.tables([Self.adts], isRight: false)
        stream.pes(Self.pid, pts: 0, frames[0])
        let first = stream.take()
        #expect(try Self.packets(Self.run(first)).count == 1)
        stream.resetCounters()
        stream.tables([Self.adts])
        stream.tables([.init(0x99, 0x0F)], isRight: false)
        stream.pes(Self.pid, pts: 0, frames[1])
        #expect(try Self.packets(Self.run(stream.take())) == [frames[1]])
    }

    @Test func `the first program with sound`() throws {
        var maker = FrameMaker()
        let frame = maker.adtsFrame()
        var stream = TransportStreamMaker()
        stream.association([(0, 0x10), (1, 0x20), (2, 0x21)])
        stream.map([.init(0x300, 0x1B)], program: 1, pid: 0x20)
        stream.map([Self.adts], program: 2, pid: 0x21)
        stream.pes(Self.pid, pts: 0, frame)
        #expect(try Self.packets(Self.run(stream.take())) == [frame])
    }

    // MARK: Streams without playable sound

    static let problems: [(name: String, streams: [TransportStreamMaker.Stream], problem: SegmentProblem)] = [
        ("AC-3", [.init(0x100, 0x1B), .init(0x101, 0x81)], .unsupportedCodec("AC-3")),
        ("E-AC-3", [.init(0x101, 0x87)], .unsupportedCodec("E-AC-3")),
        ("DVB AC-3", [.init(0x101, 0x06, descriptors: [0x6A, 1, 0])], .unsupportedCodec("AC-3")),
        ("Opus", [.init(0x101, 0x06, descriptors: [0x05, 4] + Array("Opus".utf8))], .unsupportedCodec("Opus")),
        ("SAMPLE-AES", [.init(0x100, 0xDB), .init(0x101, 0xCF)], .encrypted("SAMPLE-AES")),
        ("video", [.init(0x100, 0x1B), .init(0x102, 0x15)], .noSound),
        ("nothing", [], .noSound),
    ]

    @Test(arguments: problems.indices) func `names why there is no sound`(index: Int) {
        let row = Self.problems[index]
        var stream = TransportStreamMaker()
        stream.tables(row.streams)
        #expect(Self.problem(stream.take()) == row.problem, "\(row.name)")
    }

    @Test func `what is no transport stream, or has no tables`() {
        var maker = FrameMaker()
        guard case .damaged = Self.problem(maker.noise(5000)) else {
            Issue.record("noise is taken for a transport stream")
            return
        }
        var stream = TransportStreamMaker()
        stream.pes(Self.pid, pts: 0, maker.adtsFrame())
        guard case .damaged = Self.problem(stream.take()) else {
            Issue.record("no tables are missed")
            return
        }
    }

    @Test func `a scrambled stream`() {
        var maker = FrameMaker()
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, maker.adtsFrame(), isScrambled: true)
        #expect(Self.problem(stream.take()) == .encrypted("a scrambled transport stream"))
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, maker.adtsFrame(), flags: 0x94)
        #expect(Self.problem(stream.take()) == .encrypted("a scrambled transport stream"))
    }

    @Test func `a PES packet that never ends`() {
        var maker = FrameMaker()
        var demuxer = TransportStreamDemuxer()
        var stream = TransportStreamMaker()
        stream.tables([Self.adts])
        stream.pes(Self.pid, pts: 0, maker.noise(1 << 20), length: 0)
        var count = 0
        let part = stream.take()
        for _ in 0..<4 { part.withUnsafeBytes { demuxer.feed($0) { _ in count += 1 } } }
        #expect(count == 0)
        guard case .damaged = demuxer.problem else {
            Issue.record("sound without a frame is not noticed")
            return
        }
    }

    // MARK: Timed ID3

    @Test func `tags with their times`() throws {
        var maker = FrameMaker()
        let frames = Self.frames(&maker, 4)
        let title = FrameMaker.id3([("TIT2", [3] + Array("Title".utf8))])
        let long = FrameMaker.id3([("APIC", [3] + Array("image/png\0".utf8) + [3, 0] + maker.anyBytes(3000))])
        var stream = TransportStreamMaker()
        stream.tables([Self.adts, .init(0x102, 0x15, descriptors: Self.tagDescriptor)])
        stream.pes(0x102, pts: 4000, title + title, streamID: 0xBD)
        stream.pes(Self.pid, pts: 0, frames[0] + frames[1])
        // One ID3 tag is split over two PES packets.
        stream.pes(0x102, pts: 9000, Array(long[..<2000]), streamID: 0xBD)
        stream.pes(Self.pid, pts: 3840, frames[2] + frames[3])
        stream.pes(0x102, pts: 9100, Array(long[2000...]), streamID: 0xBD)
        // The second half of this tag is missing.
        stream.pes(0x102, pts: 9200, Array(long[..<2000]), streamID: 0xBD)
        stream.pes(0x102, pts: 9300, title, streamID: 0xBD)
        // This tag is wrapped in a Metadata_AU_cell.
        stream.pes(0x102, pts: 9400, [0, 1, 0xDF, 0, UInt8(title.count)] + title, streamID: 0xFC)
        let events = try Self.run(stream.take())
        let tags = events.compactMap { event -> (TimedMetadata, MediaTime?)? in
            if case .segmentMetadata(let metadata, let time) = event { (metadata, time) } else { nil }
        }
        #expect(tags.map(\.0.raw) == [title, title, long, title, title])
        #expect(tags.map(\.1) == [4000, 4000, 9000, 9300, 9400].map { Self.ticks($0) })
        #expect(Self.packets(events) == frames && Self.damageCount(events) == 0)
    }
}

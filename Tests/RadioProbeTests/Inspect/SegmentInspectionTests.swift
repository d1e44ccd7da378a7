import RadioFormats
import RadioProbe
import TestSupport
import Testing

@Suite struct SegmentInspectionTests {
    static func inspect(_ bytes: [UInt8]) -> InspectionReport {
        var inspector = CaptureInspector()
        // The bytes arrive in chunks, as when a file is read.
        for start in stride(from: 0, to: bytes.count, by: 1000) {
            bytes[start..<min(start + 1000, bytes.count)].withUnsafeBytes { inspector.feed($0) }
        }
        return inspector.finish()
    }

    static func transport(faulty: Bool) -> [UInt8] {
        var maker = FrameMaker()
        var stream = TransportStreamMaker()
        stream.tables([.init(0x100, 0x1B), .init(0x101, 0x0F), .init(0x102, 0x15)])
        stream.pes(0x102, pts: 3840, FrameMaker.id3([("TIT2", [3, 0x61])]))
        for index in 0..<10 {
            stream.pes(0x100, pts: 0, maker.anyBytes(700))
            if faulty, index == 5 { stream.skip(0x101) }
            // In the faulty stream, the time stamps leap by one second at the ninth frame.
            let ticks = UInt64(index) * 1920 + (faulty && index >= 8 ? 90_000 : 0)
            stream.pes(0x101, pts: ticks, maker.adtsFrame(rateIndex: 3))
        }
        return stream.take()
    }

    @Test func `a transport stream`() throws {
        let report = Self.inspect(Self.transport(faulty: false))
        #expect(report.kind == .mpegTS && report.problems.isEmpty)
        let segment = try #require(report.segment)
        #expect(segment.packetCount == 10 && segment.byteCount == 3000)
        #expect(segment.packets.map(\.byteCount) == Array(repeating: 300, count: 10))
        #expect(segment.packets[3].time == MediaTime(value: 5760, timescale: 90_000))
        #expect(segment.packets[3].duration == MediaTime(value: 1024, timescale: 48_000))
        #expect(segment.end == MediaTime(value: 19_200, timescale: 90_000))
        #expect(segment.metadata.map(\.time) == [MediaTime(value: 3840, timescale: 90_000)])
        #expect(segment.jumpCount == 0 && segment.damageCount == 0)
        let transport = try #require(segment.transport)
        #expect(transport.pids.map(\.pid) == [0, 0x1000, 0x102, 0x100, 0x101])
        #expect(transport.pids.map(\.packetCount) == [1, 1, 1, 40, 20])
        let streams = try #require(transport.programs.first?.streams)
        #expect(streams.map(\.content) == [.video, .adts, .timedMetadata])
    }

    @Test func `what is wrong with one`() throws {
        let report = Self.inspect(Self.transport(faulty: true))
        #expect(report.problems == [.transportFaults(1), .segmentDamage(1), .timeJumps(1)])
        let segment = try #require(report.segment)
        #expect(segment.damages == [5])
        #expect(segment.jumps.map(\.packetIndex) == [8])
        #expect(segment.transport?.pids.first { $0.pid == 0x101 }?.faultCount == 1)
        var stream = TransportStreamMaker()
        stream.tables([.init(0x101, 0xCF)])
        stream.tables([.init(0x101, 0xCF)])
        #expect(Self.inspect(stream.take()).problems == [.segment(.encrypted("SAMPLE-AES"))])
    }

    @Test func `a kind that is named by the caller`() {
        var inspector = CaptureInspector(.stream(.mpegTS))
        Self.transport(faulty: false).withUnsafeBytes { inspector.feed($0) }
        #expect(inspector.finish().segment?.packetCount == 10)
    }

    @Test func `packed audio is a segment where it tells its time`() throws {
        var maker = FrameMaker()
        let frames = (0..<5).flatMap { _ in maker.adtsFrame() }
        let report = Self.inspect(FrameMaker.id3([FrameMaker.timestamp(90_000)]) + frames)
        #expect(report.kind == .adts && report.frames?.count == 5)
        #expect(report.segment?.start == MediaTime(value: 1, timescale: 1))
        #expect(report.segment?.packetCount == 5 && report.problems.isEmpty)
        #expect(Self.inspect(frames).segment == nil)
    }

    @Test func `lists are bounded`() throws {
        var maker = FrameMaker()
        var inspector = try #require(SegmentInspector(.adts))
        let frames = (0..<1000).flatMap { _ in maker.adtsFrame(length: 10) }
        for _ in 0..<70 { frames.withUnsafeBytes { inspector.feed($0) } }
        let report = inspector.finish()
        #expect(report.packetCount == 70_000)
        #expect(report.packets.count == SegmentInspector.maximumPackets)
    }
}

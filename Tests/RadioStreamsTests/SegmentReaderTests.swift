import RadioFormats
import RadioHls
import TestSupport
import Testing

@testable import RadioStreams

/// A `SegmentReader` makes stream elements, such as packets, of the bytes of HLS segments.
@Suite struct SegmentReaderTests {
    /// A `SegmentReader`, and the elements that it has made.
    private final class Outcome {
        let reader = SegmentReader()
        var packets: [[UInt8]] = []
        var discontinuities = 0
        var positions: [Double] = []

        func emit(_ element: StreamElement) {
            switch element {
            case .packet(let packet): packets.append(Array(packet.bytes))
            case .discontinuity: discontinuities += 1
            case .format, .metadata, .end: break
            case .position(let position): positions.append(position.time.seconds)
            }
        }

        func read(_ plan: SegmentPlan, _ bytes: [UInt8], step: Int = 1 << 20) throws(SegmentProblem) {
            try reader.begin(plan)
            for start in stride(from: 0, to: bytes.count, by: step) {
                let piece = Array(bytes[start..<min(start + step, bytes.count)])
                var problem: SegmentProblem?
                piece.withUnsafeBytes { bytes in
                    do throws(SegmentProblem) { try reader.feed(bytes, emit) } catch { problem = error }
                }
                if let problem { throw problem }
            }
            try reader.finish(emit)
        }
    }

    private static let key = [UInt8](0..<16)
    private static let iv = [UInt8](100..<116)
    private static let length = MediaTime(samples: 10 * 1024, rate: 48_000)

    /// Returns ten AAC frames, and a segment that contains them as packed audio or as a transport stream.
    private static func segment(
        _ number: Int, isTransport: Bool = false, after stream: TransportStreamMaker = TransportStreamMaker()
    ) -> (frames: [[UInt8]], bytes: [UInt8], stream: TransportStreamMaker) {
        var stream = stream
        var maker = FrameMaker(seed: UInt64(number + 1))
        let frames = (0..<10).map { _ in maker.adtsFrame(rateIndex: 3) }
        let start = UInt64(number) * 19_200
        guard isTransport else {
            return (frames, FrameMaker.id3([FrameMaker.timestamp(start)]) + frames.flatMap { $0 }, stream)
        }
        stream.tables([.init(0x101, 0x0F)])
        for (index, frame) in frames.enumerated() { stream.pes(0x101, pts: start + UInt64(index) * 1920, frame) }
        let bytes = stream.take()
        return (frames, bytes, stream)
    }

    private static func plan(_ number: Int, track: Int = 1) -> SegmentPlan {
        SegmentPlan(
            sequence: Int64(number), track: track, duration: length,
            position: MediaTime(flicks: length.flicks * Int64(number)))
    }

    private static let forms: [(isTransport: Bool, isEncrypted: Bool)] = [
        (false, false), (false, true), (true, false), (true, true),
    ]

    @Test(arguments: forms, [1, 7, 188, 1 << 20])
    func `segments go on frame by frame, however they are cut`(
        _ form: (isTransport: Bool, isEncrypted: Bool), _ step: Int
    ) throws {
        let outcome = Outcome()
        var expected: [[UInt8]] = []
        for number in 0..<3 {
            let (frames, plain, _) = Self.segment(number, isTransport: form.isTransport)
            var plan = Self.plan(number)
            var bytes = plain
            if form.isEncrypted {
                plan.cipher = .init(key: Self.key, iv: Self.iv)
                bytes = try SegmentEncryptor.encrypt(plain, key: Self.key, iv: Self.iv)
            }
            try outcome.read(plan, bytes, step: step)
            #expect(outcome.reader.givenPackets == 10)
            expected += frames
        }
        #expect(outcome.packets == expected)
        #expect(outcome.discontinuities == 0)
        #expect(outcome.positions.map { ($0 * 1000).rounded() } == [0, 213, 427])
    }

    @Test func `what comes again is dropped`() throws {
        let outcome = Outcome()
        let (frames, bytes, _) = Self.segment(4)
        try outcome.read(Self.plan(4), bytes)
        try outcome.read(Self.plan(4, track: 2), bytes)
        #expect(outcome.reader.givenPackets == 0)
        #expect(outcome.packets == frames)
        // After a jump, the same segment is read again, not dropped as a repetition.
        outcome.reader.jump()
        try outcome.read(Self.plan(4), bytes)
        #expect(outcome.packets == frames + frames && outcome.discontinuities == 1)
    }

    /// A frame begins in one part of a segment and ends in the next. The next segment continues without a
    /// discontinuity.
    @Test(arguments: [false, true]) func `parts of one segment`(_ isTransport: Bool) throws {
        let outcome = Outcome()
        let first = Self.segment(0, isTransport: isTransport)
        let segments = [first, Self.segment(1, isTransport: isTransport, after: first.stream)]
        let cuts = [0, 1000, 1188, 2400, segments[0].bytes.count]
        for part in 0..<4 {
            var plan = Self.plan(0)
            plan.part = part
            try outcome.read(plan, Array(segments[0].bytes[cuts[part]..<cuts[part + 1]]))
        }
        var plan = Self.plan(1)
        plan.part = 0
        try outcome.read(plan, segments[1].bytes)
        #expect(outcome.packets == segments.flatMap(\.frames))
        #expect(outcome.discontinuities == 0)
    }

    @Test func `the init section is read before the segment, once`() throws {
        let section = Mp4Maker.initialization([.init(Mp4Maker.mp4a([0x12, 0x10]))])
        var maker = FrameMaker(seed: 3)
        let outcome = Outcome()
        var frames: [[UInt8]] = []
        for number in 0..<2 {
            let samples = (0..<10).map { _ in maker.noise(100) }
            frames += samples
            var plan = Self.plan(number)
            plan.map = .init(bytes: section)
            try outcome.read(plan, Mp4Fragment(samples, time: UInt64(number) * 10_240).bytes)
        }
        #expect(outcome.packets == frames)
    }

    @Test func `without its init section a segment brings nothing`() throws {
        let bytes = Mp4Fragment([[1, 2, 3]]).bytes
        let problem = #expect(throws: SegmentProblem.self) { try Outcome().read(Self.plan(0), bytes) }
        guard case .damaged = problem else { return #expect(problem == .noSound) }
    }

    @Test func `what cannot be read is named`() throws {
        let page = Array("<!DOCTYPE html><html><head><title>Sorry</title></head><body></body></html>".utf8)
        #expect(throws: SegmentProblem.self) { try Outcome().read(Self.plan(0), page) }
        var maker = FrameMaker(seed: 9)
        #expect(throws: SegmentProblem.self) { try Outcome().read(Self.plan(0), maker.noise(50_000)) }
        // An empty segment is ignored.
        try Outcome().read(Self.plan(0), [])
        // The segment is decrypted with a wrong key and becomes noise, whose padding is invalid.
        let bytes = try SegmentEncryptor.encrypt(Self.segment(0).bytes, key: Self.key, iv: Self.iv)
        var plan = Self.plan(0)
        plan.cipher = .init(key: Self.iv, iv: Self.iv)
        #expect(throws: SegmentProblem.self) { try Outcome().read(plan, bytes) }
        plan.cipher = .init(key: [1, 2, 3], iv: Self.iv)
        #expect(throws: SegmentProblem.self) { try Outcome().read(plan, bytes) }
    }

    /// A segment that is longer than the maximum is an error, although the reader does not keep it in memory.
    @Test func `a segment has a greatest length`() throws {
        let outcome = Outcome()
        let bytes = Self.segment(0).bytes
        try outcome.reader.begin(Self.plan(0))
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        var problem: SegmentProblem?
        bytes.withUnsafeBytes { bytes in try? outcome.reader.feed(bytes, outcome.emit) }
        for _ in 0..<64 where problem == nil {
            piece.withUnsafeBytes { piece in
                do throws(SegmentProblem) { try outcome.reader.feed(piece, outcome.emit) } catch { problem = error }
            }
        }
        #expect(problem == .damaged("it is longer than 64 MiB"))
    }
}

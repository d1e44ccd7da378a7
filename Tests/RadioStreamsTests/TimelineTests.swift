import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

struct TimelineTests {
    private static let mp3 = MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)
    private static let aac = MediaFormat(codec: .aac, framing: .adts, sampleRate: 48_000, channelCount: 2)
    /// The duration of 1,152 samples at 44.1 kHz in flicks.
    private static let mp3Duration: Int64 = 18_432_000
    /// The duration of 1,024 samples at 48 kHz in flicks.
    private static let aacDuration: Int64 = 15_052_800
    private static let now = MonotonicInstant(nanoseconds: 5)

    private static func append(_ timeline: Timeline, _ bytes: [UInt8], samples: Int = 1152) {
        bytes.withUnsafeBytes { timeline.append(.packet(Packet(bytes: $0, sampleCount: samples)), at: now) }
    }

    private static func filled(_ count: Int, bytes: Int = 100, maximumBytes: Int = 1 << 20) -> Timeline {
        let timeline = Timeline(maximumBytes: maximumBytes)
        timeline.append(.format(mp3), at: now)
        for number in 0..<count {
            append(timeline, [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: bytes))
        }
        return timeline
    }

    private static func title(_ text: String) -> StreamElement {
        .metadata(TimedMetadata(kind: .icy, raw: Array(text.utf8)))
    }

    private static func texts(_ metadata: [Timeline.HeldMetadata]) -> [String] {
        metadata.map { String(decoding: $0.metadata.raw, as: UTF8.self) }
    }

    // MARK: Receiving

    @Test("packets are numbered, and their times go on without a gap")
    func numbers() throws {
        let timeline = Self.filled(3)
        #expect(timeline.start == 0 && timeline.end == 3)
        for number in Int64(0)..<3 {
            let packet = try #require(timeline.packet(number))
            #expect(packet.start == number * Self.mp3Duration)
            #expect(packet.duration == Self.mp3Duration)
            #expect(Array(packet.bytes) == [UInt8](repeating: UInt8(number), count: 100))
            #expect(packet.format == Self.mp3)
            #expect(!packet.isDiscontinuous)
        }
        #expect(timeline.packet(-1) == nil)
        #expect(timeline.packet(3) == nil)
        #expect(timeline.range == (0, 3 * Self.mp3Duration))
        #expect(timeline.byteCount == 300)
    }

    /// The timeline gets less room. Its newest packets keep their bytes and numbers, and memory is released.
    @Test func lessRoom() throws {
        let timeline = Self.filled(300, bytes: 5000, maximumBytes: 2 << 20)
        let before = timeline.capacity
        timeline.setMaximum(to: 64 * 1024)
        #expect(timeline.end == 300 && timeline.byteCount <= 64 * 1024)
        #expect(timeline.capacity <= 128 * 1024 && before >= 1 << 20)
        for number in timeline.start..<300 {
            let packet = try #require(timeline.packet(number))
            #expect(Array(packet.bytes) == [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 5000))
            #expect(packet.start == number * Self.mp3Duration)
        }
        Self.append(timeline, [7, 8, 9])
        #expect(try Array(#require(timeline.packet(300)).bytes) == [7, 8, 9])
    }

    @Test("an empty timeline answers everything")
    func empty() {
        let timeline = Timeline(maximumBytes: 1000)
        #expect(timeline.packet(0) == nil)
        #expect(timeline.range == (0, 0))
        #expect(timeline.unwritten == 0)
        #expect(timeline.packetNumber(at: 5) == 0)
        #expect(timeline.byteCount(from: 0) == 0)
        timeline.release(heard: 7)
        timeline.removeAll()
        #expect(timeline.takeMetadata(upTo: 100).isEmpty)
    }

    @Test("a format holds from the next packet on; the same again changes nothing")
    func formats() {
        let timeline = Self.filled(2)
        timeline.append(.format(Self.mp3), at: Self.now)
        Self.append(timeline, [1])
        timeline.append(.format(Self.aac), at: Self.now)
        #expect(timeline.packet(2)?.format == Self.mp3)
        Self.append(timeline, [2], samples: 1024)
        #expect(timeline.packet(2)?.format == Self.mp3)
        #expect(timeline.packet(3)?.format == Self.aac)
        #expect(timeline.packet(3)?.duration == Self.aacDuration)
    }

    @Test("of formats without packets between them the last one holds")
    func formatsInARow() {
        let timeline = Timeline(maximumBytes: 1000)
        timeline.append(.format(Self.mp3), at: Self.now)
        timeline.append(.format(Self.aac), at: Self.now)
        Self.append(timeline, [1])
        #expect(timeline.packet(0)?.format == Self.aac)
    }

    @Test("a stream that changes its format all the time loses its oldest packets, not its formats")
    func manyFormats() throws {
        let timeline = Timeline(maximumBytes: 1 << 20)
        let count = Timeline.maximumFormats * 3
        for number in 0..<count {
            timeline.append(.format(number % 2 == 0 ? Self.mp3 : Self.aac), at: Self.now)
            Self.append(timeline, [UInt8(truncatingIfNeeded: number)])
        }
        #expect(timeline.end == Int64(count))
        #expect(timeline.end - timeline.start <= Int64(Timeline.maximumFormats))
        for number in timeline.start..<timeline.end {
            let packet = try #require(timeline.packet(number))
            #expect(packet.format == (number % 2 == 0 ? Self.mp3 : Self.aac), "\(number)")
            #expect(packet.bytes[0] == UInt8(truncatingIfNeeded: number))
        }
    }

    @Test("a discontinuity marks the next packet only")
    func discontinuity() {
        let timeline = Self.filled(1)
        timeline.append(.discontinuity(isGap: true), at: Self.now)
        timeline.append(.discontinuity(isGap: true), at: Self.now)
        Self.append(timeline, [1])
        Self.append(timeline, [2])
        #expect(timeline.packet(1)?.isDiscontinuous == true)
        #expect(timeline.packet(2)?.isDiscontinuous == false)
    }

    @Test("a packet before any format, or larger than all room, is left out and leaves a gap")
    func leftOut() {
        let timeline = Timeline(maximumBytes: 1000)
        Self.append(timeline, [1])
        #expect(timeline.end == 0)
        timeline.append(.format(Self.mp3), at: Self.now)
        Self.append(timeline, [2])
        #expect(timeline.packet(0)?.isDiscontinuous == true)
        Self.append(timeline, [UInt8](repeating: 0, count: 1001))
        Self.append(timeline, [3])
        #expect(timeline.end == 2)
        #expect(timeline.packet(1)?.isDiscontinuous == true)
    }

    // MARK: Metadata

    @Test("metadata belongs to the next packet and is taken once, in order")
    func metadata() {
        let timeline = Self.filled(2)
        timeline.append(Self.title("a"), at: Self.now)
        timeline.append(Self.title("b"), at: Self.now)
        Self.append(timeline, [0])
        timeline.append(Self.title("c"), at: Self.now)
        #expect(timeline.metadata.map(\.packet) == [2, 2, 3])
        #expect(timeline.takeMetadata(upTo: 1).isEmpty)
        #expect(Self.texts(timeline.takeMetadata(upTo: 2)) == ["a", "b"])
        #expect(timeline.takeMetadata(upTo: 2).isEmpty)
        #expect(timeline.takeMetadata(upTo: 3).first?.received == Self.now)
    }

    @Test("metadata is bounded: the oldest goes")
    func metadataBound() {
        let timeline = Self.filled(1)
        for number in 0..<Timeline.maximumMetadata + 10 { timeline.append(Self.title("\(number)"), at: Self.now) }
        #expect(timeline.metadata.count == Timeline.maximumMetadata)
        #expect(Self.texts(Array(timeline.metadata)).first == "10")
    }

    @Test("what was taken is given back as far as its sound is held, with the title before that")
    func metadataIsGivenBack() {
        let timeline = Self.filled(1)
        for number in 0..<6 {
            Self.append(timeline, [UInt8](repeating: 1, count: 100))
            timeline.append(Self.title("\(number)"), at: Self.now)
        }
        #expect(Self.texts(timeline.takeMetadata(upTo: 4)) == ["0", "1", "2"])
        timeline.giveMetadataBack()
        #expect(Self.texts(Array(timeline.metadata)) == ["0", "1", "2", "3", "4", "5"])
        _ = timeline.takeMetadata(upTo: 5)
        // Packets 4, 5 and 6 are left in the timeline.
        timeline.setMaximum(to: 300)
        timeline.giveMetadataBack()
        #expect(timeline.start == 4 && Self.texts(Array(timeline.metadata)) == ["2", "3", "4", "5"])
    }

    @Test("where metadata would be too many bytes it loses its pictures, and no title")
    func picturesBound() throws {
        let timeline = Self.filled(1)
        let picture = String(repeating: "A", count: Timeline.maximumMetadataBytes / 2)
        for number in 0..<4 {
            let raw = OggMaker.comments(["TITLE=\(number)", "metadata_block_picture=\(picture)", "X=\(number)"])
            timeline.append(.metadata(TimedMetadata(kind: .vorbisComment, raw: raw)), at: Self.now)
        }
        let held = timeline.metadata.map(\.metadata.raw)
        #expect(held.map { VorbisComment($0)?.fields.first?.value } == ["0", "1", "2", "3"].map { $0 })
        #expect(held.map { VorbisComment($0)?.fields.count } == [3, 2, 2, 2])
        #expect(held.last == OggMaker.comments(["TITLE=3", "X=3"]))
        #expect(held.reduce(0) { $0 + $1.count } <= Timeline.maximumMetadataBytes)
        let tag = TimedMetadata(kind: .flacPicture, raw: Array(picture.utf8))
        timeline.append(.metadata(tag), at: Self.now)
        #expect(timeline.metadata.count == 4)
    }

    // MARK: The bound

    @Test("beyond the bound the oldest packets go, and the written cursor with them")
    func bound() {
        let timeline = Self.filled(100, bytes: 100, maximumBytes: 1000)
        #expect(timeline.end == 100)
        #expect(timeline.start == 90)
        #expect(timeline.written == 90)
        #expect(timeline.droppedUnwritten == 90)
        #expect(timeline.range == (90 * Self.mp3Duration, 100 * Self.mp3Duration))
        #expect(timeline.packet(89) == nil)
        #expect(timeline.packet(90)?.bytes[0] == 90)
    }

    @Test("what was written is not counted as lost")
    func boundWritten() {
        let timeline = Self.filled(10, bytes: 100, maximumBytes: 1000)
        timeline.written = 10
        for _ in 0..<5 { Self.append(timeline, [UInt8](repeating: 0, count: 100)) }
        #expect(timeline.start == 5)
        #expect(timeline.written == 10)
        #expect(timeline.droppedUnwritten == 0)
    }

    @Test("memory stays bounded over many packets", arguments: [300, 417, 418, 1000, 4608, 60_000])
    func memory(size: Int) throws {
        let maximum = 512 * 1024
        let timeline = Timeline(maximumBytes: maximum)
        timeline.append(.format(Self.mp3), at: Self.now)
        let bytes = [UInt8](repeating: 7, count: size)
        for _ in 0..<2500 { Self.append(timeline, bytes) }
        #expect(timeline.byteCount <= maximum)
        #expect(timeline.capacity <= maximum)
        #expect(timeline.byteCount > maximum - 2 * size)
        let last = try #require(timeline.packet(2499))
        #expect(Array(last.bytes) == bytes)
    }

    // MARK: Cursors

    @Test("unwritten is what comes after the written cursor")
    func unwritten() {
        let timeline = Self.filled(10)
        #expect(timeline.unwritten == 10 * Self.mp3Duration)
        timeline.written = 4
        #expect(timeline.unwritten == 6 * Self.mp3Duration)
        timeline.written = 10
        #expect(timeline.unwritten == 0)
        #expect(timeline.byteCount(from: 4) == 600)
        #expect(timeline.byteCount(from: 10) == 0)
        #expect(timeline.byteCount(from: -5) == 1000)
    }

    @Test("the packet at a time; clamped at both ends")
    func packetNumber() {
        let timeline = Self.filled(10)
        let duration = Self.mp3Duration
        #expect(timeline.packetNumber(at: -1) == 0)
        #expect(timeline.packetNumber(at: 0) == 0)
        #expect(timeline.packetNumber(at: duration - 1) == 0)
        #expect(timeline.packetNumber(at: duration) == 1)
        #expect(timeline.packetNumber(at: 9 * duration + 5) == 9)
        #expect(timeline.packetNumber(at: 10 * duration) == 10)
        #expect(timeline.packetNumber(at: .max / 2) == 10)
    }

    @Test("one second before what is heard is kept for the decoder")
    func release() {
        let timeline = Self.filled(200)
        timeline.written = 200
        timeline.release(heard: 100)
        // One second contains 38.28 packets. The packet that contains the wanted time stays.
        #expect(timeline.start == 61)
        timeline.release(heard: 50)
        #expect(timeline.start == 61, "heard does not run back")
        timeline.release(heard: 200)
        #expect(timeline.start == 161)
    }

    @Test("what is not written is never let go by what is heard")
    func releaseKeepsUnwritten() {
        let timeline = Self.filled(200)
        timeline.written = 20
        timeline.release(heard: 150)
        #expect(timeline.start == 20)
        #expect(timeline.droppedUnwritten == 0)
    }

    @Test("removeAll: numbers, times and the format go on")
    func removeAll() throws {
        let timeline = Self.filled(5)
        timeline.append(Self.title("a"), at: Self.now)
        timeline.removeAll()
        #expect(timeline.start == 5 && timeline.end == 5 && timeline.written == 5)
        #expect(timeline.byteCount == 0 && timeline.metadata.isEmpty && timeline.unwritten == 0)
        Self.append(timeline, [9])
        let packet = try #require(timeline.packet(5))
        #expect(packet.start == 5 * Self.mp3Duration)
        #expect(packet.format == Self.mp3)
        #expect(packet.isDiscontinuous)
    }

    @Test("removeAll keeps a format that came after the last packet")
    func removeAllWithPendingFormat() {
        let timeline = Self.filled(5)
        timeline.append(.format(Self.aac), at: Self.now)
        timeline.removeAll()
        Self.append(timeline, [9])
        #expect(timeline.packet(5)?.format == Self.aac)
    }

    // MARK: Against a model

    @Test("random packets, against a plain array", arguments: UInt64(0)..<20)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let maximum = [2_000, 70_000, 200_000, 512 * 1024].randomElement(using: &random)!
        let largest = [50, 1_500, 20_000].randomElement(using: &random)!
        let timeline = Timeline(maximumBytes: maximum)
        var model = TimelineModel()
        func take(_ element: StreamElement) {
            timeline.append(element, at: Self.now)
            model.append(element)
        }
        take(.format(Self.mp3))
        var heard: Int64 = 0
        var start: Int64 = 0
        for _ in 0..<400 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: take(.format(Bool.random(using: &random) ? Self.mp3 : Self.aac))
            case 1: take(.discontinuity(isGap: true))
            case 2: timeline.written = min(timeline.end, timeline.written + Int64.random(in: 0...80, using: &random))
            case 3:
                guard timeline.written > heard else { break }
                heard = Int64.random(in: heard...timeline.written, using: &random)
                timeline.release(heard: heard)
            default:
                let bytes = random.bytes(Int.random(in: 0...min(largest, maximum), using: &random))
                let samples = Int.random(in: 0...2304, using: &random)
                bytes.withUnsafeBytes { take(.packet(Packet(bytes: $0, sampleCount: samples))) }
            }
            try #require(timeline.end == model.end)
            try #require(timeline.start >= start && timeline.start <= timeline.end, "the start never runs back")
            start = timeline.start
            try #require(timeline.written >= timeline.start)
            try #require(timeline.byteCount <= maximum)
            try #require(model.bytesHeld(from: timeline.start) <= timeline.byteCount)
            try #require(timeline.range.end == model.endTime)
        }
        try Self.compare(timeline, model)
    }

    private static func compare(_ timeline: Timeline, _ model: TimelineModel) throws {
        for number in timeline.start..<timeline.end {
            let packet = try #require(timeline.packet(number))
            let held = TimelineModel.Entry(
                bytes: Array(packet.bytes), start: packet.start, duration: packet.duration, format: packet.format,
                isDiscontinuous: packet.isDiscontinuous)
            try #require(held == model.entries[Int(number)], "packet \(number)")
            let middle = packet.start + packet.duration / 2
            if packet.duration > 1 { try #require(timeline.packetNumber(at: middle) == number) }
        }
    }
}

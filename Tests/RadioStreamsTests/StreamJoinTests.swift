import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// A `StreamJoin` finds where a new connection continues the old one, with real MPEG audio and AAC.
struct StreamJoinTests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    /// Parses bytes into packets and gives them to a join.
    private static func feed(_ bytes: ArraySlice<UInt8>, isAdts: Bool, into join: StreamJoin) {
        let parser = ElementaryStreamParser(container: isAdts ? .adts : .mpegAudio)
        bytes.withUnsafeBytes { parser.feed($0) { join.append($0, at: start) } }
    }

    private static func packets(_ timeline: Timeline) -> [[UInt8]] {
        (timeline.start..<timeline.end).compactMap { timeline.packet($0).map { Array($0.bytes) } }
    }

    /// Returns true if two timelines have the same packets. (`#expect` would print all packets of both.)
    private static func isSame(_ left: Timeline, _ right: Timeline) -> Bool { packets(left) == packets(right) }

    private static func isWhole(_ timeline: Timeline) -> Bool {
        (timeline.start..<timeline.end).allSatisfy { timeline.packet($0)?.isDiscontinuous == false }
    }

    /// All sample files except Layer I, in which each tone repeats one frame. Equal frames prove no joint.
    static let samples = Sample.all.filter { $0.codec != .mpegLayer1 }

    /// The old connection breaks at any byte, and the new one has a burst that begins anywhere before this place. The
    /// timeline is the same as without the break.
    @Test(arguments: samples) func aDropLeavesNoTrace(_ sample: Sample) throws {
        let bytes = try sample.read()
        let isAdts = sample.codec == .aac
        let whole = Timeline(maximumBytes: 1 << 20)
        Self.feed(bytes[...], isAdts: isAdts, into: StreamJoin(timeline: whole))
        var random = SeededGenerator(seed: 11)
        for _ in 0..<12 {
            let timeline = Timeline(maximumBytes: 1 << 20)
            let join = StreamJoin(timeline: timeline)
            let cut = Int.random(in: bytes.count / 2..<bytes.count * 3 / 4, using: &random)
            let back = Int.random(in: bytes.count / 8..<bytes.count / 3, using: &random)
            Self.feed(bytes[..<cut], isAdts: isAdts, into: join)
            join.begin()
            #expect(join.isSearching)
            Self.feed(bytes[(cut - back)...], isAdts: isAdts, into: join)
            #expect(join.tally.joined == 1 && join.tally.appended == 0, "cut \(cut), \(back) back")
            #expect(Self.isSame(timeline, whole), "cut \(cut), \(back) back")
            #expect(Self.isWhole(timeline))
        }
    }

    /// Many connections each repeat old sound and bring a little new sound. At the end, the timeline is the same as
    /// after one unbroken connection.
    @Test func manyDropsLeaveNoTrace() throws {
        let bytes = try Sample.mp3.read()
        let whole = Timeline(maximumBytes: 1 << 20)
        Self.feed(bytes[...], isAdts: false, into: StreamJoin(timeline: whole))
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        for end in Array(stride(from: 20_000, through: bytes.count, by: 5000)) + [bytes.count] {
            join.begin()
            Self.feed(bytes[max(end - 20_000, 0)..<end], isAdts: false, into: join)
        }
        #expect(join.tally.appended == 0)
        #expect(Self.isSame(timeline, whole))
    }

    /// The burst is longer than the bytes that may wait for the search. Packets that are known to be old are dropped,
    /// and the search continues.
    @Test func aLongBurstIsWaitedFor() throws {
        let bytes = try Sample.mp3.read()
        let timeline = Timeline(maximumBytes: 48 << 10)
        let join = StreamJoin(timeline: timeline)
        Self.feed(bytes[..<40_000], isAdts: false, into: join)
        join.begin()
        let parser = ElementaryStreamParser(container: .mpegAudio)
        for start in stride(from: 2000, to: bytes.count, by: 1000) {
            bytes[start..<min(start + 1000, bytes.count)].withUnsafeBytes {
                parser.feed($0) { join.append($0, at: Self.start) }
            }
            #expect(join.settle(inHand: .seconds(2), at: Self.start) == .undecided, "at \(start)")
            #expect(join.newPendingBytes < 16_000)
        }
        #expect(join.tally.joined == 1 && join.tally.appended == 0)
        #expect(Self.isWhole(timeline))
        #expect(Self.packets(timeline).last == Samples.mpegPackets(bytes).last)
    }

    /// A jingle that was already heard occurs again in the middle of a long burst of new sound.
    struct Jingle: CustomTestStringConvertible, Sendable {
        /// How many packets the jingle has. In the burst, 100 new packets come before it and 10 after it.
        var length: Int
        /// At least this many packets of the jingle must be dropped.
        var forgotten = 0
        /// At least this many packets of the jingle must be kept.
        var kept: Int
        var testDescription: String { "\(length) packets" }
    }

    static let jingles = [Jingle(length: 6, kept: 6), Jingle(length: 80, forgotten: 30, kept: 30)]

    @Test(arguments: jingles) func whatIsNewBeforeAJingleIsKept(_ row: Jingle) throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 128 << 10)
        let join = StreamJoin(timeline: timeline)
        Self.feed(Array(frames[..<120]), [10: "A"], into: join)
        join.begin()
        let burst = Array(frames[150..<250]) + Array(frames[20..<20 + row.length]) + Array(frames[250..<260])
        Self.feed(burst, [50: "B", 100 + row.length: "C"], into: join)
        // After the jingle, all packets that wait for the search may be new.
        #expect(join.newPendingBytes > 105 * 410 && join.newPendingBytes <= timeline.maximumBytes / 2)
        #expect(join.settle(inHand: .zero, at: Self.start) == .appended)
        let heard = Self.packets(timeline)
        try #require(heard.count >= 230 + row.kept)
        let isNewKept = heard[..<220].elementsEqual(frames[..<120] + frames[150..<250])
        #expect(isNewKept)
        let isEndKept = heard.suffix(10).elementsEqual(frames[250..<260])
        #expect(isEndKept)
        // The end of the jingle is kept. If its start is missing, there is a discontinuity.
        let kept = heard.count - 230
        #expect(kept <= row.length - row.forgotten)
        let isJingle = heard[220..<220 + kept].elementsEqual(frames[20 + row.length - kept..<20 + row.length])
        #expect(isJingle)
        let breaks = (0..<timeline.end).filter { timeline.packet($0)?.isDiscontinuous == true }
        #expect(breaks == (kept < row.length ? [120, 220] : [120]))
        #expect(Self.titles(join.takeArrived()) == ["A", "B", "C"])
        #expect(timeline.metadata.map(\.packet) == [10, 170, 220 + Int64(kept)])
    }

    /// Packets that seemed to be new, such as an advertisement, come before the burst. The burst is still joined.
    @Test func aBurstBehindSomethingElseIsJoined() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 128 << 10)
        let join = StreamJoin(timeline: timeline)
        Self.feed(Array(frames[..<200]), [10: "A"], into: join)
        join.begin()
        let parser = ElementaryStreamParser(container: .mpegAudio)
        for frame in Array(frames[210..<300]) + Array(frames[60..<260]) {
            frame.withUnsafeBytes { parser.feed($0) { join.append($0, at: Self.start) } }
            #expect(join.settle(inHand: .seconds(2), at: Self.start) == .undecided)
            #expect(join.newPendingBytes < 97 * 420)
        }
        #expect(join.tally.joined == 1 && join.tally.appended == 0)
        #expect(join.newPendingBytes == 0)
        // The framer has not delivered the last frame yet.
        let isSame = Self.packets(timeline).elementsEqual(frames[..<260])
        #expect(isSame && Self.isWhole(timeline))
    }

    @Test func aGapIsADiscontinuity() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        Self.feed(frames[..<100].flatMap { $0 }[...], isAdts: false, into: join)
        join.begin()
        Self.feed(frames[130..<230].flatMap { $0 }[...], isAdts: false, into: join)
        #expect(timeline.end == 100)
        // Seconds of sound are still buffered, so the search continues: the new packets may be an advertisement before
        // the burst.
        #expect(join.settle(inHand: .seconds(3), at: Self.start) == .undecided)
        #expect(join.deadline(inHand: .seconds(3), at: Self.start) == Self.start.advanced(by: .milliseconds(2500)))
        // Little sound is buffered, so the new sound is appended at once.
        #expect(join.settle(inHand: .milliseconds(400), at: Self.start) == .appended)
        #expect(!join.isSearching && join.tally.appended == 1)
        let isBoth = Self.packets(timeline) == Array(frames[..<100]) + Array(frames[130..<230])
        #expect(isBoth)
        #expect(timeline.packet(99)?.isDiscontinuous == false)
        #expect(timeline.packet(100)?.isDiscontinuous == true)
        #expect(timeline.packet(101)?.isDiscontinuous == false)
        // The appended sound is now part of the stream, so the next connection is joined with it.
        join.begin()
        Self.feed(frames[200..<260].flatMap { $0 }[...], isAdts: false, into: join)
        #expect(join.tally.joined == 1)
        #expect(timeline.end == 230)
    }

    @Test func itWaitsForTheBurstWhenItIsBehind() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        Self.feed(frames[..<200].flatMap { $0 }[...], isAdts: false, into: join)
        join.begin()
        Self.feed(frames[100..<150].flatMap { $0 }[...], isAdts: false, into: join)
        // No sound is buffered any more, but the packets that decide may arrive in a moment.
        #expect(join.settle(inHand: .zero, at: Self.start) == .undecided)
        let deadline = Self.start.advanced(by: StreamJoin.patience)
        #expect(join.deadline(inHand: .zero, at: Self.start) == deadline)
        #expect(join.settle(inHand: .zero, at: deadline.advanced(by: .milliseconds(-1))) == .undecided)
        #expect(join.settle(inHand: .zero, at: deadline) == .appended)
        #expect(timeline.end == 250)
        #expect(timeline.packet(200)?.isDiscontinuous == true)
    }

    /// The server sends no burst. The join appends the new sound before the buffered sound runs out, although the usual
    /// wait for a burst is longer.
    @Test func itTakesWhatCameBeforeSilence() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let join = StreamJoin(timeline: Timeline(maximumBytes: 1 << 20))
        Self.feed(frames[..<200].flatMap { $0 }[...], isAdts: false, into: join)
        join.begin()
        Self.feed(frames[202..<210].flatMap { $0 }[...], isAdts: false, into: join)
        #expect(join.settle(inHand: .milliseconds(250), at: Self.start) == .undecided)
        let deadline = Self.start.advanced(by: .milliseconds(100))
        #expect(join.deadline(inHand: .milliseconds(250), at: Self.start) == deadline)
        #expect(join.settle(inHand: .milliseconds(150), at: deadline) == .appended)
    }

    @Test func aSearchEndsAtLast() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let join = StreamJoin(timeline: Timeline(maximumBytes: 1 << 20))
        Self.feed(frames[..<100].flatMap { $0 }[...], isAdts: false, into: join)
        join.begin()
        // Without a packet of the new connection, there is no deadline for the decision.
        #expect(join.deadline(inHand: nil, at: Self.start) == nil)
        Self.feed(frames[110..<130].flatMap { $0 }[...], isAdts: false, into: join)
        // Nothing plays at the moment (`inHand` is nil), so there is no hurry.
        #expect(join.settle(inHand: nil, at: Self.start) == .undecided)
        let end = Self.start.advanced(by: StreamJoin.longest)
        #expect(join.deadline(inHand: nil, at: Self.start) == end)
        #expect(join.settle(inHand: nil, at: end) == .appended)
    }

    @Test func whatIsHeldAsideIsBounded() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 64 << 10)
        let join = StreamJoin(timeline: timeline)
        Self.feed(frames[..<50].flatMap { $0 }[...], isAdts: false, into: join)
        join.begin()
        Self.feed(frames[60..<160].flatMap { $0 }[...], isAdts: false, into: join)
        #expect(join.settle(inHand: .seconds(60), at: Self.start) == .appended)
    }

    /// After a reconnection, the burst has another codec, so its packets cannot be compared. The clock shows how much
    /// of the burst was already received before.
    struct Codecs: CustomTestStringConvertible, Sendable {
        /// How much time passes between the last bytes of the old connection and the first of the new one.
        var apart: Duration
        /// How many packets of the new connection must be kept. The new connection delivers 100 packets of 1,024
        /// samples at 44.1 kHz: 2.32 s.
        var kept: Int
        var isHeldBack = false
        var testDescription: String { "\(apart) apart, held back: \(isHeldBack)" }
    }

    static let codecs = [
        Codecs(apart: .zero, kept: 0),
        Codecs(apart: .milliseconds(500), kept: 22),
        Codecs(apart: .seconds(2), kept: 87),
        // The server was away for longer than its burst lasts, so the whole burst is new.
        Codecs(apart: .seconds(60), kept: 100),
        // The source sends faster than real time, so the clock does not show how much is new. Everything is kept.
        Codecs(apart: .milliseconds(500), kept: 100, isHeldBack: true),
    ]

    @Test(arguments: codecs) func anotherCodecGoesOnByTheClock(_ row: Codecs) throws {
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        Self.feed(try Sample.mp3.read()[..<20_000], isAdts: false, into: join)
        join.bytesCame(at: Self.start)
        if row.isHeldBack { join.heldBack() }
        let end = timeline.end
        join.begin()
        // A framer delivers a frame only when the next one begins, so the last of these frames is not delivered.
        let frames = Samples.adtsPackets(try Sample.aac.read())
        Self.feed(frames[..<100].flatMap { $0 }[...], isAdts: true, into: join)
        Self.title("New", join)
        let now = Self.start.advanced(by: row.apart)
        join.bytesCame(at: now)
        // Seconds of sound are buffered, so the join waits for the whole burst.
        #expect(join.settle(inHand: .seconds(3), at: now) == .undecided)
        #expect(join.settle(inHand: .milliseconds(400), at: now) == .appended)
        let first = timeline.packet(end)
        #expect(abs(timeline.end - end - Int64(row.kept)) <= 1)
        #expect(first?.isDiscontinuous ?? true)
        #expect(first.map { $0.format.codec == .aac } ?? true)
        #expect(timeline.packet(end - 1)?.format.codec == .mpegLayer3)
        #expect(Self.titles(join.takeArrived()) == ["New"])
    }

    /// A server sends the same tenth of a second at each connection and closes. Nothing is added to the timeline.
    @Test func aConnectionThatEndsTooSoonLeavesNothing() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        Self.feed(frames[..<100].flatMap { $0 }[...], isAdts: false, into: join)
        for _ in 0..<5 {
            join.begin()
            Self.feed(frames[150..<155].flatMap { $0 }[...], isAdts: false, into: join)
            join.end()
        }
        #expect(timeline.end == 100)
        // This connection brings 50 new packets and not five, so it is no repeated fragment. Its sound is appended.
        join.begin()
        Self.feed(frames[150..<200].flatMap { $0 }[...], isAdts: false, into: join)
        join.end()
        #expect(timeline.end == 150)
        #expect(
            join.tally
                == {
                    var tally = StreamJoin.Tally(); tally.appended = 1; return tally
                }())
    }

    // MARK: Titles

    private static func title(_ text: String, _ join: StreamJoin) {
        join.append(.metadata(TimedMetadata(kind: .icy, raw: Array("StreamTitle='\(text)';".utf8))), at: start)
    }

    private static func titles(_ metadata: [TimedMetadata]) -> [String] {
        metadata.map { String(decoding: $0.raw.dropFirst(13).dropLast(2), as: UTF8.self) }
    }

    private static func feed(_ frames: [[UInt8]], _ titled: [Int: String], into join: StreamJoin) {
        var framer = MpegAudioFramer()
        for (number, frame) in frames.enumerated() {
            if let text = titled[number] { title(text, join) }
            frame.withUnsafeBytes { framer.feed($0) { join.append($0, at: start) } }
        }
    }

    struct Titles: CustomTestStringConvertible, Sendable {
        var name: String
        /// The titles of the new connection, by the number of the frame after each. The first 40 frames of the new
        /// connection repeat the end of the old one.
        var new: [Int: String]
        /// The titles that must be reported as new.
        var expected: [String]
        var testDescription: String { name }
    }

    static let titleRows = [
        Titles(name: "the same title is no news", new: [5: "A"], expected: []),
        Titles(name: "nor after the joint", new: [45: "A"], expected: []),
        Titles(name: "a title that changed meanwhile", new: [5: "B"], expected: ["B"]),
        Titles(name: "one that comes after the joint", new: [5: "A", 60: "B"], expected: ["B"]),
        Titles(name: "one that is told twice by the new connection", new: [5: "B", 60: "C"], expected: ["B", "C"]),
        Titles(name: "what was before the last title is known too", new: [5: "Z", 20: "A", 60: "B"], expected: ["B"]),
        Titles(name: "the old title again after another", new: [5: "B", 60: "A"], expected: ["B", "A"]),
    ]

    @Test(arguments: titleRows) func titlesAreNeitherLostNorDoubled(_ row: Titles) throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        Self.feed(Array(frames[..<100]), [10: "A"], into: join)
        #expect(Self.titles(join.takeArrived()) == ["A"])
        _ = timeline.takeMetadata(upTo: 100)
        join.begin()
        Self.feed(Array(frames[60..<160]), row.new, into: join)
        #expect(join.tally.joined == 1)
        #expect(Self.titles(join.takeArrived()) == row.expected)
        #expect(Self.titles(timeline.metadata.map(\.metadata)) == row.expected)
        // A title belongs to the frame after its metadata block. At the start, the framer needs two frames more.
        for held in timeline.metadata {
            let text = Self.titles([held.metadata])[0]
            let frame = try #require(row.new.first { $0.value == text }?.key)
            #expect(abs(Int(held.packet) - (60 + frame)) <= 2, "\(text) at \(held.packet)")
        }
    }

    @Test func titlesOfAStreamThatDoesNotMatchKeepTheirPlaces() throws {
        let frames = Samples.mpegPackets(try Sample.mp3.read())
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        Self.feed(Array(frames[..<100]), [10: "A"], into: join)
        join.begin()
        Self.feed(Array(frames[150..<250]), [0: "A", 50: "B"], into: join)
        #expect(join.settle(inHand: .zero, at: Self.start) == .appended)
        #expect(Self.titles(join.takeArrived()) == ["A", "B"])
        let held = try #require(timeline.metadata.last)
        #expect(abs(held.packet - 150) <= 2)
    }

    /// A playlist that no longer changes is loaded again. Its old segments are not heard a second time, however long
    /// the silence lasts.
    @Test(arguments: [false, true]) func oldSegmentsAreNotTakenForSomethingElse(isSegmented: Bool) throws {
        let bytes = try Sample.mp3.read()
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        join.isSegmented = isSegmented
        Self.feed(bytes[..<(bytes.count / 2)], isAdts: false, into: join)
        let end = timeline.end
        join.begin()
        Self.feed(bytes[(bytes.count / 4)..<(bytes.count * 3 / 8)], isAdts: false, into: join)
        #expect(join.bringsOnlyOld == isSegmented)
        #expect(join.settle(inHand: .seconds(5), at: Self.start) == .undecided)
        let later = Self.start.advanced(by: .seconds(5))
        #expect((join.settle(inHand: .zero, at: later) == .appended) == !isSegmented)
        guard isSegmented else { return }
        let last = Self.start.advanced(by: StreamJoin.longest)
        #expect(join.deadline(inHand: .zero, at: later) == last)
        // The station continues where it stopped.
        Self.feed(bytes[(bytes.count * 3 / 8)...], isAdts: false, into: join)
        #expect(join.tally.joined == 1 && Self.isWhole(timeline) && timeline.end > end)
    }

    /// A position belongs to the packet after it. Positions of sound that is dropped are dropped, too. If the new
    /// connection does not continue the old one, its positions count from the start of its sound.
    @Test(arguments: [true, false]) func positionsGoWithTheSound(continues: Bool) throws {
        let bytes = try Sample.mp3.read()
        let timeline = Timeline(maximumBytes: 1 << 20)
        let join = StreamJoin(timeline: timeline)
        func position(_ seconds: Double) {
            join.append(.position(SoundPosition(time: MediaTime(seconds: seconds))), at: Self.start)
        }
        position(10)
        Self.feed(bytes[..<(bytes.count / 2)], isAdts: false, into: join)
        let end = timeline.range.end
        join.begin()
        position(50)
        let first = continues ? bytes.count / 4 : bytes.count / 2
        Self.feed(bytes[first..<(bytes.count * 3 / 4)], isAdts: false, into: join)
        if !continues {
            position(70)
            #expect(join.isSearching && timeline.range.end == end)
            #expect(join.settle(inHand: .zero, at: Self.start) == .appended)
        }
        #expect(timeline.places.position(at: 0)?.time == MediaTime(seconds: 10))
        let seam = timeline.places.position(at: end)?.time.seconds ?? 0
        #expect(abs(seam - (continues ? 10 + MediaTime(flicks: end).seconds : 50)) < 1e-6)
        guard !continues else { return }
        // The position 70 s came after the last packet, so it belongs to the next packet.
        #expect(timeline.places.position(at: timeline.range.end)?.time == MediaTime(seconds: 70))
    }
}

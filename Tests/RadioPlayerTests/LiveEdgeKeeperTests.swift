import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams
import Testing

@testable import RadioPlayer

/// How a ``LiveEdgeKeeper`` keeps a player close to a station's live edge. In these tests, the station's PART-HOLD-BACK
/// is 1.5 s, and its playlist ends at the position 100 s.
@Suite struct LiveEdgeKeeperTests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    private let presentation: HlsPresentation = {
        var presentation = HlsPresentation()
        presentation.end = MediaTime(seconds: 100)
        presentation.edge = MediaTime(seconds: 98.5)
        presentation.partHoldBack = MediaTime(seconds: 1.5)
        presentation.targetDuration = MediaTime(seconds: 4)
        return presentation
    }()

    /// Returns a situation in which the player holds the sound from 90 s to `end`, and its next packet for the output
    /// begins at `next`.
    private func situation(next: Double, heldTo end: Double) -> LiveEdgeKeeper.Situation {
        let timeline = Timeline(maximumBytes: 1 << 16)
        let format = MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 1000, channelCount: 1)
        timeline.append(.format(format), at: Self.start)
        timeline.append(.position(SoundPosition(time: MediaTime(seconds: 90))), at: Self.start)
        for _ in 0..<Int((end - 90) * 10) {
            [UInt8(1)].withUnsafeBytes {
                timeline.append(.packet(Packet(bytes: $0, sampleCount: 100)), at: Self.start)
            }
        }
        return LiveEdgeKeeper.Situation(
            next: MediaTime(seconds: next), timeline: timeline, isGivingSound: true, stallCount: 0,
            neededBuffer: .milliseconds(500), isOpen: true, holdsBack: false)
    }

    private var edge: LiveEdgeKeeper.Move { .jump(MediaTime(seconds: 8.5).flicks) }

    @Test(arguments: [(98.0, false), (97.75, false), (97.7, true), (92, true)])
    func jumpsWhereASecondWouldBeLost(_ next: Double, _ jumps: Bool) {
        var keeper = LiveEdgeKeeper()
        #expect(
            keeper.move(in: presentation, situation(next: next, heldTo: 100), at: Self.start) == (jumps ? edge : .none))
    }

    @Test func aListenerWhoWentBackStays() {
        var keeper = LiveEdgeKeeper()
        keeper.isFollowing = false
        #expect(keeper.move(in: presentation, situation(next: 92, heldTo: 100), at: Self.start) == .none)
    }

    /// The keeper jumps to the live edge only if the player holds enough sound after it. Otherwise the player would
    /// stall at once.
    @Test func enoughMustBeHeld() {
        var keeper = LiveEdgeKeeper()
        #expect(keeper.move(in: presentation, situation(next: 92, heldTo: 98.8), at: Self.start) == .none)
        #expect(keeper.move(in: presentation, situation(next: 92, heldTo: 99), at: Self.start) == edge)
    }

    @Test func jumpsInSoundKeepTheirDistance() {
        var keeper = LiveEdgeKeeper()
        var now = situation(next: 92, heldTo: 100)
        #expect(keeper.move(in: presentation, now, at: Self.start) == edge)
        #expect(keeper.move(in: presentation, now, at: Self.start.advanced(by: .seconds(9))) == .none)
        // A second jump within ten seconds is allowed only after a stall or while no sound plays.
        now.stallCount = 1
        #expect(keeper.move(in: presentation, now, at: Self.start.advanced(by: .seconds(9))) == edge)
        #expect(keeper.move(in: presentation, now, at: Self.start.advanced(by: .seconds(10))) == .none)
        now.isGivingSound = false
        #expect(keeper.move(in: presentation, now, at: Self.start.advanced(by: .seconds(10))) == edge)
    }

    /// The live edge is later than all sound that the player holds. The keeper makes the stream fetch the sound at the
    /// edge, but only if the stream was held back or is at least one segment behind.
    @Test func theStreamIsSentToTheEdge() {
        var keeper = LiveEdgeKeeper()
        let fetch = LiveEdgeKeeper.Move.fetch(presentation.edge)
        var now = situation(next: 92, heldTo: 95)
        #expect(keeper.move(in: presentation, now, at: Self.start) == .none)
        now.holdsBack = true
        now.isOpen = false
        #expect(keeper.move(in: presentation, now, at: Self.start) == .none)
        now.isOpen = true
        #expect(keeper.move(in: presentation, now, at: Self.start) == fetch)
        let later = Self.start.advanced(by: .seconds(9))
        #expect(keeper.move(in: presentation, now, at: later) == .none)
        now = situation(next: 92, heldTo: 94)
        #expect(keeper.move(in: presentation, now, at: later.advanced(by: .seconds(1))) == fetch)
    }
}

import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams

/// Keeps a station of low latency where it was begun: PART-HOLD-BACK behind the newest sound, and never a second more.
/// What a stall took is not carried along: sound is left out up to where a listener would begin now. Pure.
struct LiveEdgeKeeper {
    /// More behind than PART-HOLD-BACK by this is borne; the rest of the second is what playlists take to come.
    private static let longestLag = MediaTime(value: 3, timescale: 4)
    /// A jump that gains less is not worth its break.
    private static let leastGain = MediaTime(value: 1, timescale: 4)
    /// Between two jumps in sound that goes on: where the network brings no better, nothing is gained by more of them.
    private static let interval = Duration.seconds(10)

    /// What is to be done.
    enum Move: Hashable {
        case none
        /// On with the sound of this moment of the timeline.
        case jump(Int64)
        /// The held sound ends before the edge: the stream brings it next.
        case fetch(MediaTime)
    }

    /// How things stand.
    struct Situation {
        /// Position of the next sound that will be heard.
        var next: MediaTime
        var timeline: Timeline
        /// The output gets sound: a jump is heard.
        var isGivingSound: Bool
        var stallCount: Int
        /// Sound that must be held from the edge on.
        var neededBuffer: Duration
        /// A connection is open that can be sent to the edge.
        var isOpen: Bool
        /// The stream has no reason to hurry.
        var holdsBack: Bool
    }

    /// The listener is where the station is: did not go back, and made no pause since.
    var isFollowing = true
    private var jumped: (at: MonotonicInstant, stalls: Int)?
    private var fetched: MonotonicInstant?

    mutating func move(in presentation: HlsPresentation, _ now: Situation, at instant: MonotonicInstant) -> Move {
        guard isFollowing, let holdBack = presentation.partHoldBack,
            presentation.end - now.next > holdBack + Self.longestLag,
            presentation.edge - now.next > Self.leastGain
        else { return .none }
        let held = now.timeline.range
        if let time = now.timeline.places.timelineTime(of: presentation.edge, in: held.start..<held.end) {
            let left = MediaTime(flicks: held.end - time).duration
            return left >= now.neededBuffer && mayJump(now, at: instant) ? .jump(time) : .none
        }
        // Where a segment and more lies between, it is left out as well.
        guard now.isOpen, let end = now.timeline.places.position(at: held.end)?.time,
            now.holdsBack || presentation.edge - end > presentation.targetDuration,
            fetched.map({ $0.duration(to: instant) >= Self.interval }) ?? true
        else { return .none }
        fetched = instant
        return .fetch(presentation.edge)
    }

    /// In silence a jump is not heard, and after a stall hardly; others keep their distance.
    private mutating func mayJump(_ now: Situation, at instant: MonotonicInstant) -> Bool {
        guard now.isGivingSound else { return true }
        if let jumped, jumped.stalls == now.stallCount, jumped.at.duration(to: instant) < Self.interval { return false }
        jumped = (instant, now.stallCount)
        return true
    }
}

import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams

/// Keeps a low-latency station at the distance behind its newest sound that its playlist names (PART-HOLD-BACK), and at
/// most one second further behind. Pure.
///
/// After a stall, the listener is further behind than before. Sound is then skipped up to the position where a new
/// listener would begin.
struct LiveEdgeKeeper {
    /// The longest tolerated lag beyond PART-HOLD-BACK. Together with the time that playlists take to arrive, the lag
    /// is at most one second.
    private static let longestLag = MediaTime(value: 3, timescale: 4)
    /// The shortest jump. A shorter jump gains too little to be worth the break in the sound.
    private static let leastGain = MediaTime(value: 1, timescale: 4)
    /// The least time between two jumps while sound plays. If the network stays slow, more frequent jumps gain nothing.
    private static let interval = Duration.seconds(10)

    /// How the player returns to the live edge.
    enum Move: Hashable {
        case none
        /// Continues with the sound of this moment of the timeline, in flicks.
        case jump(Int64)
        /// Asks the stream to continue at this position, the live edge, because no sound from there was received yet.
        case fetch(MediaTime)
    }

    /// The state of the player on which the choice of a ``Move`` depends.
    struct Situation {
        /// The position of the next sound that will be heard.
        var next: MediaTime
        var timeline: Timeline
        /// Whether the output gets sound, so that a jump is heard.
        var isGivingSound: Bool
        var stallCount: Int
        /// The duration of sound after the live edge that must be received before a jump there, so that the jump causes
        /// no stall.
        var neededBuffer: Duration
        /// Whether a connection is open and can be asked for the sound at the live edge.
        var isOpen: Bool
        /// Whether the stream fetches no more until some of the sound that it has delivered is heard.
        var holdsBack: Bool
    }

    /// Whether the listener follows the live edge: has neither moved back nor paused since the last jump there.
    var isFollowing = true
    private var jumped: (at: MonotonicInstant, stalls: Int)?
    private var fetched: MonotonicInstant?

    /// Returns the move to make now.
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
        // If more than a segment is missing between the received sound and the live edge, the missing sound is skipped
        // even while the stream fetches.
        guard now.isOpen, let end = now.timeline.places.position(at: held.end)?.time,
            now.holdsBack || presentation.edge - end > presentation.targetDuration,
            fetched.map({ $0.duration(to: instant) >= Self.interval }) ?? true
        else { return .none }
        fetched = instant
        return .fetch(presentation.edge)
    }

    /// Returns whether a jump is allowed.
    ///
    /// While no sound plays, a jump is not heard; the first jump after a stall is hardly noticed. Other jumps are at
    /// least ``interval`` apart.
    private mutating func mayJump(_ now: Situation, at instant: MonotonicInstant) -> Bool {
        guard now.isGivingSound else { return true }
        if let jumped, jumped.stalls == now.stallCount, jumped.at.duration(to: instant) < Self.interval { return false }
        jumped = (instant, now.stallCount)
        return true
    }
}

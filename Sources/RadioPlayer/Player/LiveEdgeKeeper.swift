import RadioFormats
import RadioHls
import RadioLoop
import RadioStreams

/// Keeps a station of low latency PART-HOLD-BACK behind its newest sound, and never a second more. Pure.
///
/// The delay of a stall does not last: sound is left out up to where a new listener would begin.
struct LiveEdgeKeeper {
    /// The longest lag behind PART-HOLD-BACK that is tolerated. The rest of the second is the time that playlists take
    /// to arrive.
    private static let longestLag = MediaTime(value: 3, timescale: 4)
    /// The least gain of a jump. A smaller gain is not worth the break in the sound.
    private static let leastGain = MediaTime(value: 1, timescale: 4)
    /// The least time between two jumps while sound plays. If the network brings nothing better, more jumps gain
    /// nothing.
    private static let interval = Duration.seconds(10)

    /// The move to the live edge.
    enum Move: Hashable {
        case none
        /// Continues with the sound of this moment of the timeline.
        case jump(Int64)
        /// The held sound ends before the edge: the stream is asked for the edge next.
        case fetch(MediaTime)
    }

    /// The state of the player that a move depends on.
    struct Situation {
        /// The position of the next sound that will be heard.
        var next: MediaTime
        var timeline: Timeline
        /// Whether the output gets sound, so that a jump is heard.
        var isGivingSound: Bool
        var stallCount: Int
        /// The duration of sound that must be held from the edge on.
        var neededBuffer: Duration
        /// Whether a connection is open, which can be sent to the edge.
        var isOpen: Bool
        /// Whether the stream has no reason to hurry.
        var holdsBack: Bool
    }

    /// Whether the listener is at the station's pace: has neither gone back nor paused since.
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
        // If more than a segment lies between, it is left out as well.
        guard now.isOpen, let end = now.timeline.places.position(at: held.end)?.time,
            now.holdsBack || presentation.edge - end > presentation.targetDuration,
            fetched.map({ $0.duration(to: instant) >= Self.interval }) ?? true
        else { return .none }
        fetched = instant
        return .fetch(presentation.edge)
    }

    /// Returns whether a jump is allowed.
    ///
    /// In silence a jump is not heard, and just after a stall it is hardly noticed. Other jumps are at least
    /// ``interval`` apart.
    private mutating func mayJump(_ now: Situation, at instant: MonotonicInstant) -> Bool {
        guard now.isGivingSound else { return true }
        if let jumped, jumped.stalls == now.stallCount, jumped.at.duration(to: instant) < Self.interval { return false }
        jumped = (instant, now.stallCount)
        return true
    }
}

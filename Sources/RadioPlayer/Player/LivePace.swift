import RadioFormats
import RadioLoop

/// Computes which moment a listener hears who hears a station live. Pure.
///
/// While the real listener hears the tape, segments are fetched at the times when such an imagined listener would need
/// them.
struct LivePace {
    /// The moment that the imagined listener hears at ``since``, in flicks on the timeline.
    private var heard: Int64
    private var since: MonotonicInstant

    init(heard time: Int64, at now: MonotonicInstant) {
        heard = time
        since = now
    }

    /// Returns the duration of the sound that was received and that the imagined listener has not heard yet. If there
    /// is none, the imagined listener waits at `end`.
    ///
    /// - Parameter end: the end of the received sound, in flicks on the timeline.
    mutating func ahead(of end: Int64, at now: MonotonicInstant) -> Duration {
        let reached = heard + MediaTime(since.duration(to: now)).flicks
        guard reached > end else { return MediaTime(flicks: end - reached).duration }
        self = LivePace(heard: end, at: now)
        return .zero
    }
}

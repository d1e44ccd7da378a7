import RadioFormats
import RadioLoop

/// The place of an imagined listener who hears a station as it comes. Pure.
///
/// While the sound comes from the tape, a station in segments is fetched as that listener would need it.
struct LivePace {
    /// The moment heard at ``since``, in flicks on the timeline.
    private var heard: Int64
    private var since: MonotonicInstant

    init(heard time: Int64, at now: MonotonicInstant) {
        heard = time
        since = now
    }

    /// Returns the duration of the sound ahead of that listener, who waits where the sound ends.
    ///
    /// - Parameter end: the end of the received sound.
    mutating func ahead(of end: Int64, at now: MonotonicInstant) -> Duration {
        let reached = heard + MediaTime(since.duration(to: now)).flicks
        guard reached > end else { return MediaTime(flicks: end - reached).duration }
        self = LivePace(heard: end, at: now)
        return .zero
    }
}

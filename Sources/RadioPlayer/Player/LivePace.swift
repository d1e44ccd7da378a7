import RadioFormats
import RadioLoop

/// Where a listener would be who hears a station as it comes. A station in segments is fetched as that listener needs it
/// while the sound comes from elsewhere. Pure.
struct LivePace {
    /// In flicks on the timeline, at ``since``.
    private var heard: Int64
    private var since: MonotonicInstant

    init(heard time: Int64, at now: MonotonicInstant) {
        heard = time
        since = now
    }

    /// Sound that is ahead of that listener, who waits where it ends.
    /// - Parameter end: how far the sound reaches that was received.
    mutating func ahead(of end: Int64, at now: MonotonicInstant) -> Duration {
        let reached = heard + MediaTime(since.duration(to: now)).flicks
        guard reached > end else { return MediaTime(flicks: end - reached).duration }
        self = LivePace(heard: end, at: now)
        return .zero
    }
}

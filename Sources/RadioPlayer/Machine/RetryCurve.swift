extension PlaybackPolicy {
    /// How long to wait before the next try.
    ///
    /// | failures without sound | wait |
    /// |---|---|
    /// | 1 … `firstDelays.count` | `firstDelays` in turn |
    /// | more, within `steadyPeriod` of the first | `steadyDelay` |
    /// | later | grows by half with each try, up to `maximumDelay` |
    ///
    /// - Parameters:
    ///   - attempt: failures in a row without sound, from 1.
    ///   - elapsed: since the first of them.
    ///   - previous: the wait before the last try.
    ///   - random: 0…1, spreads the wait by ``jitter``.
    func retryDelay(attempt: Int, elapsed: Duration, previous: Duration, random: Double) -> Duration {
        let plain: Duration
        if attempt <= firstDelays.count {
            plain = firstDelays[max(attempt, 1) - 1]
        } else if elapsed < steadyPeriod {
            plain = steadyDelay
        } else {
            plain = min(maximumDelay, max(steadyDelay, previous * 1.5))
        }
        return plain * (1 + jitter * (2 * random - 1))
    }
}

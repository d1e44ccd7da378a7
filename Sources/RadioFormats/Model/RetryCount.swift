/// Failures in a row of what is fetched, and the waits that a ``RetryPolicy`` makes of them. Pure.
package struct RetryCount: Hashable, Sendable {
    package private(set) var failures = 0
    private var lastDelay = Duration.zero

    package init() {}

    /// It failed once more.
    /// - Parameter chance: from 0 to 1, evenly spread.
    /// - Returns: the wait before the next try.
    package mutating func fail(_ policy: RetryPolicy, chance: Double = 0.5) -> Duration {
        failures += 1
        lastDelay = policy.delay(attempt: failures, previous: lastDelay, chance: chance)
        return lastDelay
    }
}

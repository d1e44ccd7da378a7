/// Failures in a row of what is fetched, and the waits that a ``RetryPolicy`` makes of them. Pure.
package struct RetryCount: Hashable, Sendable {
    /// What a failure says of the next try. Each kind has waits of its own: after a refusal, which is asked about
    /// again much later, a server that is slow for once is not left alone for as long.
    package enum Kind: Hashable, Sendable {
        /// It may pass at any time.
        case passing
        /// A server refuses by name what is asked for.
        case refusal
    }

    package private(set) var failures = 0
    private var passingDelay = Duration.zero
    private var refusalDelay = Duration.zero

    package init() {}

    /// It failed once more.
    /// - Parameters:
    ///   - policy: makes the wait of the one before.
    ///   - kind: of the failure; only waits of the same kind count.
    ///   - chance: from 0 to 1, evenly spread.
    /// - Returns: the wait before the next try.
    package mutating func fail(_ policy: RetryPolicy, _ kind: Kind = .passing, chance: Double = 0.5) -> Duration {
        failures += 1
        let previous = kind == .passing ? passingDelay : refusalDelay
        let delay = policy.delay(attempt: failures, previous: previous, chance: chance)
        if kind == .passing { passingDelay = delay } else { refusalDelay = delay }
        return delay
    }
}

/// Consecutive failures of a request, and the waits that a ``RetryPolicy`` computes from them. No clock, no I/O.
package struct RetryCount: Hashable, Sendable {
    /// The kinds of failures, by the chances of the next try.
    ///
    /// Each kind has its own waits. A long wait after a refusal does not lengthen the wait for a slow server.
    package enum Kind: Hashable, Sendable {
        /// The cause may disappear at any time.
        case passing
        /// The server explicitly refuses the request.
        case refusal
    }

    package private(set) var failures = 0
    private var passingDelay = Duration.zero
    private var refusalDelay = Duration.zero

    package init() {}

    /// Counts one more failure.
    /// - Parameters:
    ///   - policy: computes the wait from the previous wait.
    ///   - kind: the failure's kind; the previous wait is that of the last failure of this kind.
    ///   - chance: a random number, evenly distributed from 0 to 1.
    /// - Returns: the wait before the next try.
    package mutating func fail(_ policy: RetryPolicy, _ kind: Kind = .passing, chance: Double = 0.5) -> Duration {
        failures += 1
        let previous = kind == .passing ? passingDelay : refusalDelay
        let delay = policy.delay(attempt: failures, previous: previous, chance: chance)
        if kind == .passing { passingDelay = delay } else { refusalDelay = delay }
        return delay
    }
}

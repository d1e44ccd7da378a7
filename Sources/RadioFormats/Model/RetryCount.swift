/// Counts a request's failures in a row, and keeps the waits that a ``RetryPolicy`` computed after them. Uses no clock
/// and no I/O.
package struct RetryCount: Hashable, Sendable {
    /// The kinds of failures, by how likely the next try is to succeed.
    ///
    /// The waits after failures of one kind do not depend on failures of the other kind. A long wait after a refusal
    /// does not lengthen the wait for a slow server.
    package enum Kind: Hashable, Sendable {
        /// A failure whose cause may disappear at any time, such as a slow server.
        case passing
        /// A response in which the server explicitly refuses the request.
        case refusal
    }

    package private(set) var failures = 0
    private var passingDelay = Duration.zero
    private var refusalDelay = Duration.zero

    package init() {}

    /// Counts one more failure.
    /// - Parameters:
    ///   - policy: the rules from which the wait is computed.
    ///   - kind: the failure's kind. The wait grows from the wait after the previous failure of this kind.
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

import RadioLoop

/// When a try that failed is repeated. A pure value: attempts, times and chance come in.
public struct RetryPolicy: Hashable, Sendable {
    /// Waits before the first tries after a failure; then ``steadyDelay`` for ``steadyPeriod``, then growing by
    /// ``growth`` with each try to ``maximumDelay``.
    public var firstDelays: [Duration] = []
    public var steadyDelay = Duration.seconds(1)
    public var steadyPeriod = Duration.zero
    public var growth = 1.5
    public var maximumDelay = Duration.seconds(15)
    /// Part of a delay by which it may be longer or shorter, so that a thousand players do not come back at once.
    public var jitter = 0.1
    /// The longest that a server can keep us away (`Retry-After`, RFC 9110 §10.2.3).
    public var maximumRetryAfter = Duration.seconds(120)
    /// Gives up after so long without sound; nil never.
    public var giveUpAfter: Duration?
    /// An unknown host name fails an item that was never heard after so long; nil treats it like any failure.
    public var unknownHostPatience: Duration?

    public init() {}

    /// A person at a terminal: tries at once, then every second for two minutes; gives up after five minutes.
    public static let listener: RetryPolicy = {
        var policy = RetryPolicy()
        policy.firstDelays = [.zero, .milliseconds(250), .milliseconds(500)]
        policy.steadyPeriod = .seconds(120)
        policy.giveUpAfter = .seconds(300)
        policy.unknownHostPatience = .seconds(5)
        return policy
    }()

    /// An unattended machine: every second for ten minutes, then at most five seconds apart; never gives up.
    public static let kiosk: RetryPolicy = {
        var policy = RetryPolicy()
        policy.steadyPeriod = .seconds(600)
        policy.maximumDelay = .seconds(5)
        return policy
    }()

    /// Addresses of one item that are tried one after another without a wait. The further ones of a long list take their
    /// time, or one server would be asked by the dozen.
    public static let hastyTries = 3
    public static let hastyDelay = Duration.milliseconds(200)
    /// After a chain of redirects without an end, or another answer that breaks the rules: a try may be a dozen requests.
    private static let unrulyDelay = Duration.seconds(2)

    /// How long to wait before the next try.
    ///
    /// | failures without sound | wait |
    /// |---|---|
    /// | 1 … `firstDelays.count` | `firstDelays` in turn |
    /// | more, within `steadyPeriod` of the first | `steadyDelay` |
    /// | later | grows with each try, up to `maximumDelay` |
    ///
    /// - Parameters:
    ///   - attempt: failures in a row without sound, from 1.
    ///   - elapsed: since the first of them.
    ///   - previous: the wait before the last try.
    ///   - chance: from 0 to 1, evenly spread; it spreads the wait by ``jitter``.
    public func delay(attempt: Int, elapsed: Duration, previous: Duration, chance: Double) -> Duration {
        let plain: Duration
        if attempt <= firstDelays.count {
            plain = firstDelays[max(attempt, 1) - 1]
        } else if elapsed < steadyPeriod {
            plain = steadyDelay
        } else {
            plain = min(maximumDelay, max(steadyDelay, previous * growth))
        }
        return plain * (1 + jitter * (2 * min(max(chance, 0), 1) - 1))
    }

    /// How long an address is not asked again at least; nil where the error asks for no wait.
    public func leastDelay(after error: StreamError) -> Duration? {
        switch error {
        case .serverError(_, _, let wait?): min(wait, maximumRetryAfter)
        case .protocolViolation: Self.unrulyDelay
        case .serverError(_, _, nil), .fileMissing, .fileUnreadable, .badAddress, .hostUnknown, .noNetwork,
            .unreachable, .timedOut, .insecure, .accessDenied, .notFound, .notSound, .unsupported, .connectionLost,
            .emptyPlaylist, .resources:
            nil
        }
    }
}

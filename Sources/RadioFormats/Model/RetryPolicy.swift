/// How long to wait before trying again after a failure, and when to give up. The caller passes the number of failures,
/// the elapsed time and a random number.
public struct RetryPolicy: Hashable, Sendable {
    /// Waits after the first failures in a row: the first element is the wait after the first failure, and so on.
    ///
    /// Later waits are ``steadyDelay`` for ``steadyPeriod``, and then grow by the factor ``growth`` with each try up to
    /// ``maximumDelay``.
    public var firstDelays: [Duration] = []
    public var steadyDelay = Duration.seconds(1)
    public var steadyPeriod = Duration.zero
    public var growth = 1.5
    public var maximumDelay = Duration.seconds(15)
    /// Fraction by which a wait varies at random, so that a thousand players do not try again at the same time.
    public var jitter = 0.1
    /// Maximum wait that a server can demand with the header `Retry-After` (RFC 9110 §10.2.3). If it demands more, the
    /// client waits for this time.
    package var maximumRetryAfter = Duration.seconds(120)
    /// Number of failures in a row after which the client gives up; nil for no limit.
    package var maximumFailures: Int?
    /// Time since the first of the failures in a row after which the client gives up; nil for no limit.
    public var giveUpAfter: Duration?
    /// How long an item that was never heard is tried again while its host name is unknown. After that time the item
    /// fails.
    ///
    /// Nil treats an unknown host name like any other failure.
    package var unknownHostPatience: Duration?

    package init() {}

    /// For a listener at a terminal: tries again at once, then every second for two minutes; gives up after five
    /// minutes.
    public static let listener: RetryPolicy = {
        var policy = RetryPolicy()
        policy.firstDelays = [.zero, .milliseconds(250), .milliseconds(500)]
        policy.steadyPeriod = .seconds(120)
        policy.giveUpAfter = .seconds(300)
        policy.unknownHostPatience = .seconds(5)
        return policy
    }()

    /// For an unattended computer: tries again every second for ten minutes, then at least every five seconds; never
    /// gives up.
    public static let kiosk: RetryPolicy = {
        var policy = RetryPolicy()
        policy.steadyPeriod = .seconds(600)
        policy.maximumDelay = .seconds(5)
        return policy
    }()

    /// Waits of a title logger: from one second to one minute, so that requests to thousands of stations that do not
    /// respond cost almost nothing.
    package static let titles = doubling(from: .seconds(1), to: .seconds(60))
    /// Waits of a title logger after a server refuses titles explicitly (no such station, no access, or no titles):
    /// from one minute to half an hour.
    package static let refusedTitles = doubling(from: .seconds(60), to: .seconds(1800))
    /// Waits before requesting a server's status page again, after the page disappeared or did not list the station:
    /// from one minute to one hour.
    package static let pages = doubling(from: .seconds(60), to: .seconds(3600))
    /// Waits before loading a station list from the network again: from ten seconds to one hour.
    package static let lists = doubling(from: .seconds(10), to: .seconds(3600))

    /// Waits before sending heard tracks again that a scrobbling service did not accept: from five seconds to a quarter
    /// of an hour.
    package static let scrobbles = doubling(from: .seconds(5), to: .seconds(900))

    /// Returns a policy whose waits begin with `first` and double after each failure, up to `last`.
    private static func doubling(from first: Duration, to last: Duration) -> RetryPolicy {
        var policy = RetryPolicy()
        (policy.steadyDelay, policy.maximumDelay, policy.growth) = (first, last, 2)
        policy.jitter = 0.2
        policy.maximumRetryAfter = .seconds(3600)
        return policy
    }

    /// Returns the wait before the item's next address is tried, after another of its addresses failed.
    ///
    /// From the fourth failure on, each further address waits, so that an item with many addresses does not cause a
    /// dozen requests at once.
    /// - Parameter failures: number of addresses that failed in a row.
    package static func addressDelay(failures: Int) -> Duration { failures > 3 ? addressDelay : .zero }
    package static let addressDelay = Duration.milliseconds(200)

    /// Returns the wait before the next try.
    ///
    /// | failures in a row | wait |
    /// |---|---|
    /// | 1 … `firstDelays.count` | `firstDelays` in turn |
    /// | more, within `steadyPeriod` of the first | `steadyDelay` |
    /// | later | grows with each try, up to `maximumDelay` |
    ///
    /// - Parameters:
    ///   - attempt: number of failures in a row, from 1.
    ///   - elapsed: time since the first of these failures.
    ///   - previous: the wait before the last try.
    ///   - chance: a random number, evenly distributed from 0 to 1. It shortens or lengthens the wait by up to
    ///     ``jitter``.
    package func delay(
        attempt: Int, elapsed: Duration = .zero, previous: Duration = .zero, chance: Double = 0.5
    ) -> Duration {
        let plain: Duration
        if attempt <= firstDelays.count {
            plain = firstDelays[max(attempt, 1) - 1]
        } else if elapsed < steadyPeriod {
            plain = steadyDelay
        } else {
            plain = min(maximumDelay, max(steadyDelay, previous * growth))
        }
        return plain.spread(by: jitter, chance: chance)
    }

    /// Returns whether to give up after `attempt` failures in a row.
    /// - Parameter elapsed: the time since the first of these failures.
    package func givesUp(attempt: Int, elapsed: Duration) -> Bool {
        maximumFailures.map { attempt >= $0 } ?? false || giveUpAfter.map { elapsed >= $0 } ?? false
    }
}

extension Duration {
    /// Returns the duration, lengthened or shortened at random by at most the fraction `part`.
    /// - Parameter chance: a random number, evenly distributed from 0 to 1.
    package func spread(by part: Double, chance: Double) -> Duration {
        self * (1 + part * (2 * min(max(chance, 0), 1) - 1))
    }
}

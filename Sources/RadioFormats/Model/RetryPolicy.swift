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
    package var maximumRetryAfter = Duration.seconds(120)
    /// Gives up after so many failures in a row; nil never.
    package var maximumFailures: Int?
    /// Gives up after so long without what is wanted; nil never.
    public var giveUpAfter: Duration?
    /// An unknown host name fails an item that was never heard after so long; nil treats it like any failure.
    package var unknownHostPatience: Duration?

    package init() {}

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

    /// A title logger: waits grow from one second to one minute, so that thousands of stations that are gone cost next to nothing.
    package static let titles = doubling(from: .seconds(1), to: .seconds(60))
    /// Titles that a server refuses by name: no such station, no access, no titles.
    package static let refusedTitles = doubling(from: .seconds(60), to: .seconds(1800))
    /// A server's page that went away, or has not the station: waits grow from one minute to one hour.
    package static let pages = doubling(from: .seconds(60), to: .seconds(3600))
    /// Lists of stations on the network: waits grow from ten seconds to one hour.
    package static let lists = doubling(from: .seconds(10), to: .seconds(3600))

    /// Listens that a service did not take: waits grow from five seconds to a quarter of an hour.
    package static let scrobbles = doubling(from: .seconds(5), to: .seconds(900))

    private static func doubling(from first: Duration, to last: Duration) -> RetryPolicy {
        var policy = RetryPolicy()
        (policy.steadyDelay, policy.maximumDelay, policy.growth) = (first, last, 2)
        policy.jitter = 0.2
        policy.maximumRetryAfter = .seconds(3600)
        return policy
    }

    /// The wait before another address of the same item is tried. The further ones of a long list take their time, or one
    /// server would be asked by the dozen.
    /// - Parameter failures: addresses in a row that failed.
    package static func addressDelay(failures: Int) -> Duration { failures > 3 ? addressDelay : .zero }
    package static let addressDelay = Duration.milliseconds(200)

    /// How long to wait before the next try.
    ///
    /// | failures in a row | wait |
    /// |---|---|
    /// | 1 … `firstDelays.count` | `firstDelays` in turn |
    /// | more, within `steadyPeriod` of the first | `steadyDelay` |
    /// | later | grows with each try, up to `maximumDelay` |
    ///
    /// - Parameters:
    ///   - attempt: failures in a row, from 1.
    ///   - elapsed: since the first of them.
    ///   - previous: the wait before the last try.
    ///   - chance: from 0 to 1, evenly spread; it spreads the wait by ``jitter``.
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

    /// Whether there is no other try after so many failures in a row, so long after the first.
    package func givesUp(attempt: Int, elapsed: Duration) -> Bool {
        maximumFailures.map { attempt >= $0 } ?? false || giveUpAfter.map { elapsed >= $0 } ?? false
    }
}

extension Duration {
    /// Longer or shorter by up to a part of it.
    /// - Parameter chance: from 0 to 1, evenly spread.
    package func spread(by part: Double, chance: Double) -> Duration {
        self * (1 + part * (2 * min(max(chance, 0), 1) - 1))
    }
}

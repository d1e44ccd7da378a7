import RadioLoop
import RadioStreams
import Testing

struct RetryPolicyTests {
    private struct Row: Sendable, CustomStringConvertible {
        var policy: RetryPolicy
        var attempt: Int
        var elapsed: Int
        var previous: Double
        var wait: Double
        var description: String { "attempt \(attempt) after \(elapsed) s, before \(previous)" }
    }

    private static let rows = [
        // Listener: 0, 0.25, 0.5, then every second for two minutes, then growing to 15 s.
        Row(policy: .listener, attempt: 1, elapsed: 0, previous: 0, wait: 0),
        Row(policy: .listener, attempt: 2, elapsed: 1, previous: 0, wait: 0.25),
        Row(policy: .listener, attempt: 3, elapsed: 2, previous: 0.25, wait: 0.5),
        Row(policy: .listener, attempt: 4, elapsed: 3, previous: 0.5, wait: 1),
        Row(policy: .listener, attempt: 90, elapsed: 119, previous: 1, wait: 1),
        Row(policy: .listener, attempt: 91, elapsed: 120, previous: 1, wait: 1.5),
        Row(policy: .listener, attempt: 92, elapsed: 122, previous: 1.5, wait: 2.25),
        Row(policy: .listener, attempt: 99, elapsed: 200, previous: 14, wait: 15),
        Row(policy: .listener, attempt: 100_000, elapsed: 10_000_000, previous: 15, wait: 15),
        // The first three waits are the first three, however slowly they fail.
        Row(policy: .listener, attempt: 2, elapsed: 500, previous: 0, wait: 0.25),
        // A wait of zero grows too.
        Row(policy: .listener, attempt: 4, elapsed: 500, previous: 0, wait: 1),
        // Kiosk: every second for ten minutes, then growing to 5 s.
        Row(policy: .kiosk, attempt: 1, elapsed: 0, previous: 0, wait: 1),
        Row(policy: .kiosk, attempt: 500, elapsed: 599, previous: 1, wait: 1),
        Row(policy: .kiosk, attempt: 501, elapsed: 600, previous: 1, wait: 1.5),
        Row(policy: .kiosk, attempt: 600, elapsed: 900, previous: 4, wait: 5),
    ]

    @Test("the wait before a try", arguments: rows.indices)
    func wait(index: Int) {
        let row = Self.rows[index]
        func wait(_ random: Double) -> Double {
            row.policy.delay(
                attempt: row.attempt, elapsed: .seconds(row.elapsed), previous: .seconds(row.previous), chance: random
            ).inSeconds
        }
        #expect(abs(wait(0.5) - row.wait) < 1e-9, "\(row)")
        // A tenth more or less.
        #expect(abs(wait(0) - row.wait * 0.9) < 1e-9, "\(row)")
        #expect(abs(wait(1) - row.wait * 1.1) < 1e-9, "\(row)")
    }

    /// What an answer asks for, within reason.
    private static let answers: [(StreamError, Duration?)] = [
        (.serverError(status: 503, "", retryAfter: .seconds(7)), .seconds(7)),
        (.serverError(status: 503, "", retryAfter: .seconds(7000)), .seconds(120)),
        (.serverError(status: 500, "", retryAfter: nil), nil),
        (.protocolViolation("a redirect loop"), .seconds(2)),
        (.unreachable(""), nil),
    ]

    @Test(arguments: answers)
    func leastDelay(_ error: StreamError, _ delay: Duration?) {
        #expect(RetryPolicy.listener.leastDelay(after: error) == delay)
    }
}

import RadioFormats
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
        // The waits before a listener's tries: 0, 0.25 and 0.5 s, then one second for two minutes, then more and more
        // up to 15 s.
        Row(policy: .listener, attempt: 1, elapsed: 0, previous: 0, wait: 0),
        Row(policy: .listener, attempt: 2, elapsed: 1, previous: 0, wait: 0.25),
        Row(policy: .listener, attempt: 3, elapsed: 2, previous: 0.25, wait: 0.5),
        Row(policy: .listener, attempt: 4, elapsed: 3, previous: 0.5, wait: 1),
        Row(policy: .listener, attempt: 90, elapsed: 119, previous: 1, wait: 1),
        Row(policy: .listener, attempt: 91, elapsed: 120, previous: 1, wait: 1.5),
        Row(policy: .listener, attempt: 92, elapsed: 122, previous: 1.5, wait: 2.25),
        Row(policy: .listener, attempt: 99, elapsed: 200, previous: 14, wait: 15),
        Row(policy: .listener, attempt: 100_000, elapsed: 10_000_000, previous: 15, wait: 15),
        // The first three waits do not grow, even if each try took long to fail.
        Row(policy: .listener, attempt: 2, elapsed: 500, previous: 0, wait: 0.25),
        // The previous wait was zero. The next one is longer nevertheless.
        Row(policy: .listener, attempt: 4, elapsed: 500, previous: 0, wait: 1),
        // For fetches without a listener (titles, pages and lists), each wait is twice the one before.
        Row(policy: .titles, attempt: 1, elapsed: 0, previous: 0, wait: 1),
        Row(policy: .titles, attempt: 2, elapsed: 1, previous: 1, wait: 2),
        Row(policy: .titles, attempt: 30, elapsed: 1000, previous: 32, wait: 60),
        Row(policy: .refusedTitles, attempt: 1, elapsed: 0, previous: 0, wait: 60),
        Row(policy: .refusedTitles, attempt: 2, elapsed: 60, previous: 60, wait: 120),
        Row(policy: .refusedTitles, attempt: 3, elapsed: 180, previous: 1000, wait: 1800),
        // The station could not be reached, and now it is back but sends no titles.
        Row(policy: .refusedTitles, attempt: 9, elapsed: 300, previous: 8, wait: 60),
        Row(policy: .pages, attempt: 2, elapsed: 60, previous: 60, wait: 120),
        Row(policy: .pages, attempt: 9, elapsed: 9000, previous: 1920, wait: 3600),
        Row(policy: .lists, attempt: 1, elapsed: 0, previous: 0, wait: 10),
        Row(policy: .lists, attempt: 20, elapsed: 90_000, previous: 2560, wait: 3600),
        // The waits of a kiosk: one second for ten minutes, then more and more up to 5 s.
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
        // The random part (jitter) is at most 10% or 20% of a wait.
        #expect(abs(wait(0) - row.wait * (1 - row.policy.jitter)) < 1e-9, "\(row)")
        #expect(abs(wait(-1) - row.wait * (1 - row.policy.jitter)) < 1e-9, "\(row)")
        #expect(abs(wait(7) - row.wait * (1 + row.policy.jitter)) < 1e-9, "\(row)")
    }

    /// Failures, and how long the machine must wait because the server's response says so, within limits.
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

    private static let titles: [(errors: [StreamError], waits: [Int])] = [
        (Array(repeating: .connectionLost("x"), count: 9), [1, 2, 4, 8, 16, 32, 60, 60, 60]),
        (Array(repeating: .notFound(status: 404, "x"), count: 7), [60, 120, 240, 480, 960, 1800, 1800]),
        (Array(repeating: .unsupported("x"), count: 2), [60, 120]),
        (Array(repeating: .accessDenied(status: 403, "x"), count: 2), [60, 120]),
        // Different kinds of failure have waits of their own, which do not add up.
        ([.notFound(status: 404, "x"), .timedOut("x"), .timedOut("x")], [60, 1, 2]),
        (
            [.timedOut("x"), .notFound(status: 404, "x"), .timedOut("x"), .accessDenied(status: 403, "x")],
            [1, 60, 2, 120]
        ),
        ([.protocolViolation("x"), .protocolViolation("x"), .protocolViolation("x")], [2, 2, 4]),
        // The response may ask for a longer wait than the policy's.
        ([.serverError(status: 503, "x", retryAfter: .seconds(300)), .timedOut("x")], [300, 2]),
        ([.serverError(status: 503, "x", retryAfter: .seconds(1_000_000))], [3600]),
    ]

    @Test(arguments: titles.indices)
    func `titles that do not come`(index: Int) {
        var count = RetryCount()
        let row = Self.titles[index]
        #expect(row.errors.map { Int(count.failTitles($0, chance: 0.5) / .seconds(1)) } == row.waits)
    }

    @Test func `a policy gives up`() {
        var policy = RetryPolicy.kiosk
        #expect(!policy.givesUp(attempt: 1_000_000, elapsed: .seconds(1_000_000)))
        (policy.maximumFailures, policy.giveUpAfter) = (3, .seconds(20))
        #expect(!policy.givesUp(attempt: 2, elapsed: .seconds(19)))
        #expect(policy.givesUp(attempt: 3, elapsed: .zero) && policy.givesUp(attempt: 1, elapsed: .seconds(20)))
    }

    @Test func `other addresses come first`() {
        #expect((1...5).map { RetryPolicy.addressDelay(failures: $0) / .milliseconds(1) } == [0, 0, 0, 200, 200])
    }
}

import Longwave

/// When what waits for an account is sent, and what follows from the answers. Pure; it is kept with the queue, so that all
/// programs that run go by it, and a new one does.
struct SendState: Hashable, Sendable {
    enum Decision: Hashable {
        /// Up to so many of those that wait, the oldest first.
        case send(maximum: Int)
        /// Nothing before this moment (milliseconds since 1970).
        case wait(until: Int64)
        /// The service refused this login, and says why.
        case refused(String)
    }

    /// Failures in a row.
    var failures = 0
    /// The wait behind the last of them.
    var delay = Duration.zero
    /// Nothing is sent before: milliseconds since 1970.
    var notBefore: Int64 = 0
    /// The largest batch: smaller while a listen in it is looked for that the service refuses. Zero: as many as it allows.
    var maximumBatch = 0
    /// The login that was refused (``ScrobblingAccount/fingerprint``).
    var refused: String?
    /// What went wrong last, until something goes well.
    var problem: String?

    /// How long a batch is left to who sends it: longer than a request can take.
    static let lease = Duration.seconds(120)
    /// A wait beyond this is the clock's, which was set back.
    private static let longestWait = Duration.seconds(2 * 3600)

    func decision(_ account: ScrobblingAccount, at now: Int64) -> Decision {
        if refused == account.fingerprint { return .refused(problem ?? "") }
        if notBefore > now, notBefore - now <= Self.milliseconds(Self.longestWait) { return .wait(until: notBefore) }
        return .send(maximum: maximumBatch > 0 ? min(maximumBatch, account.maximumBatch) : account.maximumBatch)
    }

    /// Takes what became of a batch.
    /// - Parameters:
    ///   - count: of the listens that were sent.
    ///   - chance: from 0 to 1, evenly spread.
    /// - Returns: the places of those that are done with.
    mutating func settle(
        _ outcome: ScrobbleOutcome, count: Int, _ account: ScrobblingAccount, at now: Int64, chance: Double
    ) -> [Int] {
        switch outcome {
        case .accepted(let except, let wait):
            let larger = maximumBatch * 2
            self = SendState()
            // The one that is refused may still be ahead.
            if larger > 0, larger < account.maximumBatch { maximumBatch = larger }
            if let wait { notBefore = now + Self.milliseconds(wait) }
            return (0..<count).filter { !except.contains($0) }
        case .refusedAccount(let words):
            self = SendState()
            (refused, problem) = (account.fingerprint, account.clean(words))
            return []
        case .refusedListens(let words) where count > 1:
            (notBefore, problem) = (now, account.clean(words))
            maximumBatch = count / 2
            return []
        case .refusedListens(let words):
            // A server that refuses everything takes a while to empty the queue.
            fail(words, wait: nil, at: now, chance: chance, account)
            return Array(0..<count)
        case .later(let words, let wait):
            fail(words, wait: wait, at: now, chance: chance, account)
            return []
        }
    }

    private mutating func fail(
        _ words: String, wait: Duration?, at now: Int64, chance: Double, _ account: ScrobblingAccount
    ) {
        failures += 1
        delay = RetryPolicy.scrobbles.delay(attempt: failures, previous: delay, chance: chance)
        notBefore = now + Self.milliseconds(wait.map { max($0, .seconds(1)) } ?? delay)
        problem = account.clean(words)
    }

    /// Takes what became of the announcement of a song, which is not repeated.
    /// - Returns: whether anything follows from it.
    mutating func settleNowPlaying(_ outcome: ScrobbleOutcome, _ account: ScrobblingAccount, at now: Int64) -> Bool {
        switch outcome {
        case .accepted(_, let wait?), .later(_, let wait?):
            notBefore = max(notBefore, now + Self.milliseconds(wait))
        case .refusedAccount: _ = settle(outcome, count: 0, account, at: now, chance: 0.5)
        case .accepted(_, nil), .later(_, nil), .refusedListens: return false
        }
        return true
    }

    private static func milliseconds(_ duration: Duration) -> Int64 { duration.nanoseconds / 1_000_000 }
}

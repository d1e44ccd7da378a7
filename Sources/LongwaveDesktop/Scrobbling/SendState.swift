import Longwave

/// Decides when an account's waiting listens are sent, and handles the service's responses. Pure.
///
/// The state is stored in the same file as the waiting listens, so that it applies to all programs that send them,
/// including later ones.
struct SendState: Hashable, Sendable {
    /// What a sender may do now.
    enum Decision: Hashable {
        /// Send at most this many of the waiting listens, the oldest first.
        case send(maximum: Int)
        /// Send nothing before this time, in milliseconds since 1970.
        case wait(until: Int64)
        /// The service refused the login, with this reason.
        case refused(String)
    }

    /// The number of failures in a row. A refused batch of several listens, which is sent again in smaller batches,
    /// does not count.
    var failures = 0
    /// The delay that was chosen after the last failed batch. The next delay is based on it.
    var delay = Duration.zero
    /// The time before which nothing is sent, in milliseconds since 1970.
    var notBefore: Int64 = 0
    /// The largest number of listens in the next batch; 0 for the service's own limit.
    ///
    /// The batch is smaller while the sender is finding out which listen the service refuses.
    var maximumBatch = 0
    /// The ``ScrobblingAccount/fingerprint`` of the login that the service refused; nil if it has refused none.
    var refused: String?
    /// Why the last batch failed or the login was refused, in words; nil once a batch is accepted.
    var problem: String?

    /// How long only the program that claimed a batch may send listens of the account. A request takes less time.
    static let lease = Duration.seconds(120)
    /// The longest wait before the next batch. A stored time that is further away is ignored, because then the clock
    /// was set back.
    private static let longestWait = Duration.seconds(2 * 3600)

    func decision(_ account: ScrobblingAccount, at now: Int64) -> Decision {
        if refused == account.fingerprint { return .refused(problem ?? "") }
        if notBefore > now, notBefore - now <= Self.milliseconds(Self.longestWait) { return .wait(until: notBefore) }
        return .send(maximum: maximumBatch > 0 ? min(maximumBatch, account.maximumBatch) : account.maximumBatch)
    }

    /// Updates the state after a batch of listens was sent.
    /// - Parameters:
    ///   - count: the number of listens that were sent.
    ///   - chance: a random number from 0 to 1, which varies the delay after a failure.
    /// - Returns: the indices in the batch of the listens to delete from the queue.
    mutating func settle(
        _ outcome: ScrobbleOutcome, count: Int, _ account: ScrobblingAccount, at now: Int64, chance: Double
    ) -> [Int] {
        switch outcome {
        case .accepted(let except, let wait):
            let larger = maximumBatch * 2
            self = SendState()
            // The service may have refused a larger batch because of one listen, which may still be waiting. So each
            // accepted batch only doubles the size of the next batch.
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
            // A listen that the service refuses although it is alone in its batch is deleted. The delay until the next
            // batch keeps a server that refuses every listen from emptying the queue at once.
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

    /// Updates the state after a song was announced. Announcements are not repeated.
    /// - Returns: whether the state changed.
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

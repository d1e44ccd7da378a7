import RadioFormats
import RadioLoop
import RadioStreams

/// Counts the failures since sound last played for ``PlaybackPolicy/resetAfterHeard``, and computes the wait before
/// each connection attempt. Pure.
struct FailureCount {
    private(set) var attempt = 0
    private(set) var lastError: StreamError?
    private var first: MonotonicInstant?
    private var lastDelay = Duration.zero
    /// Before the first sound, the number of addresses in a row that failed for good.
    private(set) var hopeless = 0
    /// Before the first sound, the number of addresses in a row whose host is unknown.
    private var unknownHosts = 0
    /// When the download first failed after it last brought sound, and how often it has failed since; nil without such
    /// a failure.
    private var outage: (since: MonotonicInstant, attempts: Int)?
    /// Whether the newest connection replaced a broken connection to the same address.
    private var isMadeAgain = false

    /// Counts a failure.
    ///
    /// - Returns: whether to reconnect to the same address, because the connection broke after it had brought sound.
    ///   Only the same address can continue the sound without a gap.
    mutating func fail(_ error: StreamError, hadBroughtSound: Bool, at now: MonotonicInstant) -> Bool {
        lastError = error
        attempt += 1
        first = first ?? now
        outage = (outage?.since ?? now, (outage?.attempts ?? 0) + 1)
        isMadeAgain = if case .connectionLost = error { hadBroughtSound && !isMadeAgain } else { false }
        return isMadeAgain
    }

    /// Stores a failure as the last error without counting it, because the listener has paused or stopped the player.
    mutating func note(_ error: StreamError) { lastError = error }

    /// Counts a failure before the first sound, and returns whether all addresses have failed for good.
    ///
    /// Addresses whose host is unknown count as failed for good if no address has another failure, and the item began
    /// at least `policy.unknownHostPatience` ago.
    ///
    /// - Parameter begun: when the item began.
    mutating func isHopeless(
        _ error: StreamError, addresses: Int, policy: RetryPolicy, begun: MonotonicInstant?, at now: MonotonicInstant
    ) -> Bool {
        hopeless = error.isPermanent ? hopeless + 1 : 0
        if hopeless >= addresses { return true }
        guard case .hostUnknown = error, let patience = policy.unknownHostPatience, let begun else {
            unknownHosts = 0
            return false
        }
        unknownHosts += 1
        return unknownHosts >= addresses && begun.duration(to: now) >= patience
    }

    /// Returns how long to wait before the next connection attempt.
    ///
    /// The wait is short until each address was tried once. Later waits are computed by `policy`, with `chance` as the
    /// random number.
    mutating func delay(addresses: Int, policy: RetryPolicy, chance: Double, at now: MonotonicInstant) -> Duration {
        let round = attempt - addresses + 1
        guard round >= 1 else { return RetryPolicy.addressDelay(failures: attempt) }
        let elapsed = first?.duration(to: now) ?? .zero
        lastDelay = policy.delay(attempt: round, elapsed: elapsed, previous: lastDelay, chance: chance)
        return lastDelay
    }

    /// Forgets that addresses failed for good, because sound was heard.
    mutating func soundWasHeard() { hopeless = 0 }

    /// Sets ``outage`` to nil, because the stream delivers sound.
    ///
    /// - Returns: the number of failures in the outage, and the time since the first of them; nil if there was none.
    mutating func recover(at now: MonotonicInstant) -> (attempts: Int, after: Duration)? {
        outage.take().map { ($0.attempts, $0.since.duration(to: now)) }
    }

    /// Forgets the failures, because sound played without a break for ``PlaybackPolicy/resetAfterHeard``. Does not
    /// forget the last error.
    mutating func settle() {
        let error = lastError
        self = FailureCount()
        lastError = error
    }
}

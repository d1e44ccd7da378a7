import RadioFormats
import RadioLoop
import RadioStreams

/// The failures in a row since sound was last well, and the waits that they lead to. Pure.
struct FailureCount {
    private(set) var attempt = 0
    private(set) var lastError: StreamError?
    private var first: MonotonicInstant?
    private var lastDelay = Duration.zero
    /// Before the first sound: addresses in a row that failed for good, and whose host is unknown.
    private(set) var hopeless = 0
    private var unknownHosts = 0
    /// Since the download last brought sound: when it failed first, and how often it has.
    private var outage: (since: MonotonicInstant, attempts: Int)?
    /// The connection that is open, or was last, took the place of one that broke at the same address.
    private var isMadeAgain = false

    /// - Returns: whether the connection broke in the middle of the sound, and is made again where it was: only there the
    ///   sound goes on in one piece.
    mutating func fail(_ error: StreamError, hadBroughtSound: Bool, at now: MonotonicInstant) -> Bool {
        lastError = error
        attempt += 1
        first = first ?? now
        outage = (outage?.since ?? now, (outage?.attempts ?? 0) + 1)
        isMadeAgain = if case .connectionLost = error { hadBroughtSound && !isMadeAgain } else { false }
        return isMadeAgain
    }

    /// A failure while nobody waits for sound: it does not count.
    mutating func note(_ error: StreamError) { lastError = error }

    /// Before anything was heard: whether all addresses are known to be of no use.
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

    /// The wait before the next try: the other addresses come first, nearly without one; then each try waits by the
    /// policy's curve.
    mutating func delay(addresses: Int, policy: RetryPolicy, chance: Double, at now: MonotonicInstant) -> Duration {
        let round = attempt - addresses + 1
        guard round >= 1 else { return RetryPolicy.addressDelay(failures: attempt) }
        let elapsed = first?.duration(to: now) ?? .zero
        lastDelay = policy.delay(attempt: round, elapsed: elapsed, previous: lastDelay, chance: chance)
        return lastDelay
    }

    /// Sound was heard: the addresses are of use.
    mutating func soundWasHeard() { hopeless = 0 }

    /// The download brings sound.
    /// - Returns: after how many failures, and how long after the first; nil where there was none.
    mutating func recover(at now: MonotonicInstant) -> (attempts: Int, after: Duration)? {
        outage.take().map { ($0.attempts, $0.since.duration(to: now)) }
    }

    /// Sound was well for long enough. The reason of the last failure stays.
    mutating func settle() {
        let error = lastError
        self = FailureCount()
        lastError = error
    }
}

import RadioFormats

/// When a live playlist is loaded again (RFC 8216 §6.3.4), and when it has stood still for too long.
struct ReloadTimer {
    /// Target durations without a change after which a playlist is given up.
    static let staleAfter = 3.5
    /// A target duration below that is taken for it: no server is asked more often.
    static let shortest = Duration.milliseconds(500)
    /// Between two requests that the server said it would hold back until there is news, and did not: with parts of a
    /// fifth of a second beside them they are nine requests a second.
    static let shortestOfBlocking = Duration.milliseconds(250)

    private(set) var target = Duration.zero
    /// How long a part lasts; the shortest where there are none.
    private var part = Duration.zero
    /// When the last load began.
    private var began: Duration
    /// When the last load began that brought something new.
    private var changed: Duration
    /// It brought something new.
    private var wasChanged = true
    /// Loads in a row that brought nothing new, or failed, and the wait that follows.
    private var retries = RetryCount()
    private var retryDelay = Duration.zero

    /// A playlist has been loaded for the first time.
    init(_ window: SegmentWindow, began: Duration) {
        self.began = began
        changed = began
        adopt(window)
    }

    private mutating func adopt(_ window: SegmentWindow) {
        target = max(window.target, Self.shortest)
        part = max(window.playlist.partTarget?.duration ?? .zero, Self.shortest)
    }

    /// A load that began then has ended.
    mutating func loaded(_ window: SegmentWindow, isChanged: Bool, began: Duration) {
        adopt(window)
        guard isChanged else { return failed(began: began) }
        (self.began, changed, wasChanged) = (began, began, true)
        retries = RetryCount()
    }

    /// A load has failed: as if nothing had changed.
    mutating func failed(began: Duration) {
        self.began = began
        wasChanged = false
        var policy = RetryPolicy()
        (policy.steadyDelay, policy.maximumDelay, policy.growth) = (part, target / 2, 2)
        policy.jitter = 0
        retryDelay = retries.fail(policy)
    }

    /// A whole target duration after the load before; half of one if that brought nothing new.
    var due: Duration { began + (wasChanged ? target : target / 2) }

    /// The same where parts are played: at once where the server holds the playlist back, else once a part; where there was
    /// nothing new, or no answer, with waits that double.
    func dueOfParts(isHeldBack: Bool) -> Duration {
        began + (wasChanged ? isHeldBack ? Self.shortestOfBlocking : part : retryDelay)
    }

    /// When it counts as stale unless something changes.
    var staleAt: Duration { changed + target * Self.staleAfter }

    /// When the load before began.
    var lastLoad: Duration { began }
}

import RadioFormats

/// Decides when a live playlist is loaded again (RFC 8216 §6.3.4), and when it has stood still for too long.
struct ReloadTimer {
    /// How many target durations without a change make a playlist stale.
    static let staleAfter = 3.5
    /// The shortest target duration that is believed: no server is asked more often.
    static let shortest = Duration.milliseconds(500)
    /// The shortest time between two requests that the server promised to hold back until there is news, but did not.
    ///
    /// With parts of 0.2 s beside them, that makes nine requests a second.
    static let shortestOfBlocking = Duration.milliseconds(250)

    private(set) var target = Duration.zero
    /// The duration of a part; ``shortest`` if there are no parts.
    private var part = Duration.zero
    /// When the last load began.
    private var began: Duration
    /// When the last load began that brought something new.
    private var changed: Duration
    /// Whether the last load brought something new.
    private var wasChanged = true
    /// The number of loads in a row that brought nothing new, or failed.
    private var retries = RetryCount()
    /// The wait after those loads.
    private var retryDelay = Duration.zero

    /// Begins with a playlist that was loaded for the first time.
    init(_ window: SegmentWindow, began: Duration) {
        self.began = began
        changed = began
        adopt(window)
    }

    private mutating func adopt(_ window: SegmentWindow) {
        target = max(window.target, Self.shortest)
        part = max(window.playlist.partTarget?.duration ?? .zero, Self.shortest)
    }

    /// Notes the end of a load that began at `began`.
    mutating func loaded(_ window: SegmentWindow, isChanged: Bool, began: Duration) {
        adopt(window)
        guard isChanged else { return failed(began: began) }
        (self.began, changed, wasChanged) = (began, began, true)
        retries = RetryCount()
    }

    /// Notes that a load failed, as if nothing had changed.
    mutating func failed(began: Duration) {
        self.began = began
        wasChanged = false
        var policy = RetryPolicy()
        (policy.steadyDelay, policy.maximumDelay, policy.growth) = (part, target / 2, 2)
        policy.jitter = 0
        retryDelay = retries.fail(policy)
    }

    /// When the next load is due: a target duration after the last; half of one if that brought nothing new.
    var due: Duration { began + (wasChanged ? target : target / 2) }

    /// Returns when the next load is due while parts are played.
    ///
    /// If the server holds the playlist back, the next load follows almost at once, else once a part. After a load
    /// without news or answer, the waits double.
    func dueOfParts(isHeldBack: Bool) -> Duration {
        began + (wasChanged ? isHeldBack ? Self.shortestOfBlocking : part : retryDelay)
    }

    /// When the playlist counts as stale unless it changes.
    var staleAt: Duration { changed + target * Self.staleAfter }

    /// When the last load began.
    var lastLoad: Duration { began }
}

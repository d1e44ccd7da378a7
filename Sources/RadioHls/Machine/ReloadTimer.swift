import RadioFormats

/// Decides when a live playlist is loaded again (RFC 8216 §6.3.4), and when it has not changed for too long.
struct ReloadTimer {
    /// The number of target durations without a change after which a playlist is stale.
    static let staleAfter = 3.5
    /// The least target duration that is used. If a playlist states less, this value is used, so that no server gets
    /// more frequent requests.
    static let shortest = Duration.milliseconds(500)
    /// The shortest time between two blocking reloads, for servers that answer at once instead of waiting for a change.
    ///
    /// This allows four reloads a second. With the requests for five parts of 0.2 s, a station causes nine requests a
    /// second, the limit of ``RequestPace``.
    static let shortestOfBlocking = Duration.milliseconds(250)

    private(set) var target = Duration.zero
    /// The target duration of a part, at least ``shortest``; ``shortest`` if there are no parts.
    private var part = Duration.zero
    /// When the last load began.
    private var began: Duration
    /// When the last load that found the playlist changed began.
    private var changed: Duration
    /// Whether the last load found the playlist changed.
    private var wasChanged = true
    /// The number of loads in a row that failed or found the playlist unchanged.
    private var retries = RetryCount()
    /// How long to wait after a load that failed or found the playlist unchanged.
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

    /// Notes that a load failed. A failure counts as a load without a change.
    mutating func failed(began: Duration) {
        self.began = began
        wasChanged = false
        var policy = RetryPolicy()
        (policy.steadyDelay, policy.maximumDelay, policy.growth) = (part, target / 2, 2)
        policy.jitter = 0
        retryDelay = retries.fail(policy)
    }

    /// When the next load is due: one target duration after the last load began, or half of that if the last load found
    /// the playlist unchanged.
    var due: Duration { began + (wasChanged ? target : target / 2) }

    /// Returns when the next load is due while parts are played.
    ///
    /// If the server holds its responses back until the playlist changes, the next load follows almost at once.
    /// Otherwise, the next load follows after the duration of a part. Each further load that fails or finds the
    /// playlist unchanged doubles the wait.
    func dueOfParts(isHeldBack: Bool) -> Duration {
        began + (wasChanged ? isHeldBack ? Self.shortestOfBlocking : part : retryDelay)
    }

    /// When the playlist counts as stale if it does not change before.
    var staleAt: Duration { changed + target * Self.staleAfter }

    /// When the last load began.
    var lastLoad: Duration { began }
}

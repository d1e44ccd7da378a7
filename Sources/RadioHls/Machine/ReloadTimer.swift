import RadioFormats

/// Decides when a live playlist is loaded again (RFC 8216 §6.3.4), and when it has not changed for too long.
///
/// The wait is the duration of the newest segments, and not the target duration: a server whose segments are shorter
/// than its target duration changes its playlist more often.
struct ReloadTimer {
    /// The number of target durations without a change after which a playlist is stale.
    static let staleAfter = 3.5
    /// The least target duration that is used. If a playlist states less, this value is used, so that no server gets
    /// more frequent requests.
    static let shortest = Duration.milliseconds(500)
    /// The number of loads in a row that may find the playlist unchanged, while little known sound is left to hear,
    /// before the waits grow.
    private static let eagerLoads = 4
    /// The shortest time between two blocking reloads, for servers that answer at once instead of waiting for a change.
    ///
    /// This allows four reloads a second. With the requests for five parts of 0.2 s, a station causes nine requests a
    /// second, the limit of ``RequestPace``.
    static let shortestOfBlocking = Duration.milliseconds(250)

    /// The target duration or, if they are longer, the duration of the newest segments.
    private(set) var target = Duration.zero
    /// The duration of the newest segments; the target duration if theirs cannot be true.
    private(set) var segment = Duration.zero
    /// Whether the durations of the newest segments can be true.
    private var knowsSegment = false
    /// The target duration of a part, at least ``shortest``; ``shortest`` if there are no parts.
    private var part = Duration.zero
    /// When the last load began.
    private var began: Duration
    /// When the last load that found the playlist changed began.
    private var changed: Duration
    /// The number of loads in a row that failed or found the playlist unchanged.
    private var unchanged = 0

    /// Begins with a playlist that was loaded for the first time.
    init(_ window: SegmentWindow, began: Duration) {
        self.began = began
        changed = began
        adopt(window)
    }

    private mutating func adopt(_ window: SegmentWindow) {
        let stated = max(window.target, Self.shortest)
        knowsSegment = window.newestDuration != nil
        segment = window.newestDuration ?? stated
        target = max(stated, segment)
        part = max(window.playlist.partTarget?.duration ?? .zero, Self.shortest)
    }

    /// Notes the end of a load that began at `began`.
    mutating func loaded(_ window: SegmentWindow, isChanged: Bool, began: Duration) {
        adopt(window)
        guard isChanged else { return failed(began: began) }
        (self.began, changed, unchanged) = (began, began, 0)
    }

    /// Notes that a load failed. A failure counts as a load without a change.
    mutating func failed(began: Duration) {
        self.began = began
        unchanged += 1
    }

    /// When the next load is due while enough known sound is left to hear: one segment's duration after the last load
    /// began. After a load that failed or found the playlist unchanged, half of that. Each further such load doubles
    /// the wait, up to half the target duration.
    var due: Duration { began + (unchanged == 0 ? segment : delay(from: segment / 2, to: target / 2)) }

    /// When the next load is due while little known sound is left to hear; nil if it is then due as usual.
    ///
    /// The first waits are ``shortest``. After some loads that failed or found the playlist unchanged, each further one
    /// doubles the wait, up to half a segment's duration. If the playlist has not changed for two target durations, it
    /// will hardly change soon.
    var dueWhenDry: Duration? {
        let due = began + delay(from: Self.shortest, to: segment / 2, after: Self.eagerLoads)
        return knowsSegment && due < changed + target * 2 ? due : nil
    }

    /// Returns when the next load is due while parts are played.
    ///
    /// If the server holds its responses back until the playlist changes, the next load follows almost at once.
    /// Otherwise, the next load follows after the duration of a part. Each further load that fails or finds the
    /// playlist unchanged doubles the wait.
    func dueOfParts(isHeldBack: Bool) -> Duration {
        guard unchanged == 0 else { return began + delay(from: part, to: target / 2) }
        return began + (isHeldBack ? Self.shortestOfBlocking : part)
    }

    /// Returns the wait after `count` loads in a row that failed or found the playlist unchanged: `first`. Each further
    /// such load doubles the wait, up to `last`. The wait is at least ``shortest``.
    private func delay(from first: Duration, to last: Duration, after count: Int = 1) -> Duration {
        max(min(first * (1 << min(max(unchanged - count, 0), 20)), last), Self.shortest)
    }

    /// When the playlist counts as stale if it does not change before.
    var staleAt: Duration { changed + target * Self.staleAfter }

    /// When the last load began.
    var lastLoad: Duration { began }
}

/// When a live playlist is loaded again (RFC 8216 §6.3.4), and when it has stood still for too long.
struct ReloadTimer {
    /// Target durations without a change after which a playlist is given up.
    static let staleAfter = 3.5
    /// A target duration below that is taken for it: no server is asked more often.
    static let shortest = Duration.milliseconds(500)
    /// Between two requests that the server said it would hold back until there is news, and did not: with parts of a
    /// fifth of a second beside them they are nine requests a second.
    static let shortestOfBlocking = Duration.milliseconds(250)

    private(set) var target: Duration
    /// When the last load began.
    private var began: Duration
    /// When the last load began that brought something new.
    private var changed: Duration
    /// It brought something new.
    private var wasChanged = true
    /// Loads in a row that brought nothing new, or failed.
    private var quietCount = 0

    /// A playlist has been loaded for the first time.
    init(target: Duration, began: Duration) {
        self.target = max(target, Self.shortest)
        self.began = began
        changed = began
    }

    /// A load that began then has ended.
    mutating func loaded(isChanged: Bool, target: Duration, began: Duration) {
        self.target = max(target, Self.shortest)
        self.began = began
        wasChanged = isChanged
        quietCount = isChanged ? 0 : quietCount + 1
        if isChanged { changed = began }
    }

    /// A load has failed: as if nothing had changed.
    mutating func failed(began: Duration) {
        self.began = began
        wasChanged = false
        quietCount += 1
    }

    /// A whole target duration after the load before; half of one if that brought nothing new.
    var due: Duration { began + (wasChanged ? target : target / 2) }

    /// The same where parts are played: at once where the server holds the playlist back, else once a part; where there was
    /// nothing new, or no answer, with waits that double.
    func dueOfParts(_ window: SegmentWindow, isHeldBack: Bool) -> Duration {
        let part = max(window.playlist.partTarget?.duration ?? .zero, Self.shortest)
        guard wasChanged else { return min(due, began + part * (1 << min(max(quietCount - 1, 0), 8))) }
        return began + (isHeldBack ? Self.shortestOfBlocking : part)
    }

    /// When it counts as stale unless something changes.
    var staleAt: Duration { changed + target * Self.staleAfter }

    /// When the load before began.
    var lastLoad: Duration { began }
}

import RadioFormats

/// How often status pages are requested and compared with the stream, and how long a silent source is relied on.
struct PagePace: Hashable, Sendable {
    /// Time between two requests of a page, varied by ``jitter`` so that thousands of servers are not asked at once or
    /// in step.
    var period = Duration.seconds(10)
    /// Time between two comparisons for one station, varied by ``jitter``.
    var checkEvery = Duration.seconds(600)
    /// How long after the stream's new title the page may still show another one.
    var tolerance = Duration.seconds(25)

    /// How long a playlist may show no title before it is no longer relied on alone.
    var playlistPatience = Duration.seconds(600)

    /// Waits before a page that went away, or lacks the mount, is looked at again. After a missing or stale page the
    /// wait is the policy's longest.
    var avoidance = RetryPolicy.pages

    /// Fraction by which a wait is varied, up or down.
    static let jitter = 0.2

    init() {}
}

import RadioFormats

/// How often status pages are requested and compared with the stream, and how long a page or playlist is relied on
/// although it does not follow the stream's titles.
struct PagePace: Hashable, Sendable {
    /// Time between two requests of a page, varied by ``jitter`` so that the requests to thousands of servers are
    /// spread out.
    var period = Duration.seconds(10)
    /// Time between two comparisons of a station's page with its stream, varied by ``jitter``.
    var checkEvery = Duration.seconds(600)
    /// How long after a change of the stream's title the page may still show another title without being stale.
    var tolerance = Duration.seconds(25)

    /// How long an HLS playlist may show no title before segments are fetched for titles again.
    var playlistPatience = Duration.seconds(600)

    /// How long to wait before another look at a page that went away or lacks the mount. If the page is missing or
    /// stale, the wait is the policy's longest.
    var avoidance = RetryPolicy.pages

    /// Maximum fraction by which a wait is varied, up or down.
    static let jitter = 0.2

    init() {}
}

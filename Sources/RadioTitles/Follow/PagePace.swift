import RadioFormats

/// How often status pages are requested and compared with streams, and how long titles are still read from a page or
/// playlist that shows none or wrong ones.
struct PagePace: Hashable, Sendable {
    /// Time between two requests of a page, varied by ``jitter`` so that the requests to thousands of servers are
    /// spread out.
    var period = Duration.seconds(10)
    /// Time between two comparisons of a station's page with its stream, varied by ``jitter``.
    var checkEvery = Duration.seconds(600)
    /// How long after a change of the stream's title the page may still show another title without being stale.
    var tolerance = Duration.seconds(25)

    /// How long an HLS playlist whose titles are used may show none, before segments are fetched again for the titles
    /// in them.
    var playlistPatience = Duration.seconds(600)

    /// The waits before a status page is read again that could not be read or did not list the mount. If there is no
    /// page, or if it is stale, the wait is the longest of this policy.
    var avoidance = RetryPolicy.pages

    /// Maximum fraction by which a wait is randomly lengthened or shortened.
    static let jitter = 0.2

    init() {}
}

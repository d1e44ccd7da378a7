import RadioFormats

/// How often servers' pages are asked for, and compared with the sound; and how long what tells nothing is relied on.
struct PagePace: Hashable, Sendable {
    /// Between two requests, give or take a fifth: thousands of servers are not asked at once, and none in step with others.
    var period = Duration.seconds(10)
    /// Between two comparisons of one station, give or take a fifth.
    var checkEvery = Duration.seconds(600)
    /// So long after the sound's title the page may show another one.
    var tolerance = Duration.seconds(25)

    /// A playlist that tells no title for so long is none to rely on alone.
    var playlistPatience = Duration.seconds(600)

    /// When a page that went away, or has not the mount, is looked at again; the longest wait for one that was found wanting.
    var avoidance = RetryPolicy.pages

    /// Waits differ by up to a fifth.
    static let jitter = 0.2

    init() {}
}

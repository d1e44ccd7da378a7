import RadioFormats

/// Limits the requests that a station causes, whatever its playlists say, to nine in any second. The type does no I/O
/// and reads no clock.
///
/// Ordinary stations stay far below the limit. Segments of six seconds need one request in three seconds. Parts of a
/// third of a second with blocking reloads need six requests a second.
package struct RequestPace: Hashable, Sendable {
    /// The largest number of requests in any second.
    package static let maximum = 9
    static let period = Duration.seconds(1)

    /// The times of the newest requests, the newest last.
    private var times: [Duration] = []
    /// The number of redirects that led to the newest response.
    ///
    /// The next request may cause as many redirects, so the pace keeps room for them.
    private var redirects = 0

    package init() {}

    /// When the next request may be made. A time that has passed, such as zero, means at once.
    var earliest: Duration { earliest(of: Self.maximum - redirects) }

    private func earliest(of maximum: Int) -> Duration {
        times.count < maximum ? .zero : times[times.count - maximum] + Self.period
    }

    /// Counts requests that were made.
    ///
    /// A request beyond the limit counts as made at the time when the limit would have allowed it.
    package mutating func count(_ requests: Int = 1, at now: Duration) {
        for _ in 0..<requests {
            times.append(max(now, earliest(of: Self.maximum)))
            if times.count > Self.maximum { times.removeFirst() }
        }
    }

    /// Counts the redirects that led to a response. Each redirect was a request of its own.
    package mutating func redirected(_ count: Int, at now: Duration) {
        redirects = min(count, Self.maximum - 1)
        self.count(count, at: now)
    }
}

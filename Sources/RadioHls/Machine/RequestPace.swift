import RadioFormats

/// The number of requests that a station may cause, whatever its playlists say: at most nine in any second. Pure.
///
/// Ordinary stations stay far below. Segments of six seconds need one request in three seconds; parts of a third of a
/// second with blocking reloads need six a second.
package struct RequestPace: Hashable, Sendable {
    /// The largest number of requests in any second.
    package static let maximum = 9
    static let period = Duration.seconds(1)

    /// The times of the newest requests, the newest last.
    private var times: [Duration] = []
    /// The number of redirects of the newest answer.
    ///
    /// The next request may lead to as many, and there must be room for them.
    private var redirects = 0

    package init() {}

    /// When the next request may be made.
    var earliest: Duration { earliest(of: Self.maximum - redirects) }

    private func earliest(of maximum: Int) -> Duration {
        times.count < maximum ? .zero : times[times.count - maximum] + Self.period
    }

    /// Counts requests that were made.
    ///
    /// Of requests that were too many at once, each counts for the time when it should have been made.
    package mutating func count(_ requests: Int = 1, at now: Duration) {
        for _ in 0..<requests {
            times.append(max(now, earliest(of: Self.maximum)))
            if times.count > Self.maximum { times.removeFirst() }
        }
    }

    /// Counts the redirects of an answer, which are requests, too.
    package mutating func redirected(_ count: Int, at now: Duration) {
        redirects = min(count, Self.maximum - 1)
        self.count(count, at: now)
    }
}

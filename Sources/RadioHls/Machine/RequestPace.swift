import RadioFormats

/// How many requests a station may cause, whatever its playlists say: at most nine in any second. Pure.
///
/// Ordinary stations stay far below: segments of six seconds need one request in three seconds, parts of a third of a
/// second with held reloads six a second.
package struct RequestPace: Hashable, Sendable {
    /// Requests in any second.
    package static let maximum = 9
    static let period = Duration.seconds(1)

    /// Of the newest requests, the newest last.
    private var times: [Duration] = []
    /// Redirects of the newest answer: the next request may lead to as many, and there must be room for them.
    private var redirects = 0

    package init() {}

    /// When the next request may be made.
    var earliest: Duration { earliest(of: Self.maximum - redirects) }

    private func earliest(of maximum: Int) -> Duration {
        times.count < maximum ? .zero : times[times.count - maximum] + Self.period
    }

    /// Requests were made; of those that were too many at once each counts for when it should have been.
    package mutating func count(_ requests: Int = 1, at now: Duration) {
        for _ in 0..<requests {
            times.append(max(now, earliest(of: Self.maximum)))
            if times.count > Self.maximum { times.removeFirst() }
        }
    }

    /// A request was answered after so many redirects, which are requests, too.
    package mutating func redirected(_ count: Int, at now: Duration) {
        redirects = min(count, Self.maximum - 1)
        self.count(count, at: now)
    }
}

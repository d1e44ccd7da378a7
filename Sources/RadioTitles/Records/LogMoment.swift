import RadioFormats
import RadioLoop

/// A moment by both clocks: the wall's, which is written down, and the monotonic one, which durations are measured with, so
/// that no correction of the wall's clock makes a song last a year.
package struct LogMoment: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var wall: Int64
    package var monotonic: MonotonicInstant

    package init(wall: Int64, monotonic: MonotonicInstant) {
        self.wall = wall
        self.monotonic = monotonic
    }

    /// A moment that another run of the program wrote down, seen from `now`: as long ago as the wall's clock says, and
    /// never in the future.
    package init(wall: Int64, asSeenFrom now: LogMoment) {
        self.wall = wall
        let age = max(0, now.wall - wall)
        let (nanoseconds, overflow) = age.multipliedReportingOverflow(by: 1_000_000)
        monotonic = MonotonicInstant(nanoseconds: overflow ? 0 : now.monotonic.nanoseconds - nanoseconds)
    }

    /// The moment of an earlier time of the monotonic clock; itself where that is none.
    func earlier(at instant: MonotonicInstant) -> LogMoment {
        guard instant < monotonic else { return self }
        return LogMoment(wall: wall - instant.duration(to: monotonic).nanoseconds / 1_000_000, monotonic: instant)
    }

    /// By the wall's clock.
    var time: MediaTime { MediaTime(milliseconds: wall) }

    package func duration(to later: LogMoment) -> Duration { monotonic.duration(to: later.monotonic) }
}

extension EventLoop {
    /// This turn's time by both clocks.
    var moment: LogMoment { LogMoment(wall: wallClock.milliseconds(now), monotonic: now) }
}

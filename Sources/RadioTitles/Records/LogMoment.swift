import RadioFormats
import RadioLoop

/// A moment by the wall clock and by the monotonic clock.
///
/// The wall clock's time is stored in records. Durations are measured with the monotonic clock, so that setting the
/// wall clock does not change them.
package struct LogMoment: Hashable, Sendable {
    /// The wall clock's time, in milliseconds since 1970-01-01T00:00:00Z.
    package var wall: Int64
    package var monotonic: MonotonicInstant

    package init(wall: Int64, monotonic: MonotonicInstant) {
        self.wall = wall
        self.monotonic = monotonic
    }

    /// Creates a moment from a wall clock time that an earlier run stored. The moment's monotonic time is as long
    /// before `now` as its wall clock time, but never after `now`.
    package init(wall: Int64, asSeenFrom now: LogMoment) {
        self.wall = wall
        let age = max(0, now.wall - wall)
        let (nanoseconds, overflow) = age.multipliedReportingOverflow(by: 1_000_000)
        monotonic = MonotonicInstant(nanoseconds: overflow ? 0 : now.monotonic.nanoseconds - nanoseconds)
    }

    /// Returns the moment of an earlier monotonic time; this moment if `instant` is not earlier.
    func earlier(at instant: MonotonicInstant) -> LogMoment {
        guard instant < monotonic else { return self }
        return LogMoment(wall: wall - instant.duration(to: monotonic).nanoseconds / 1_000_000, monotonic: instant)
    }

    /// The wall clock's time.
    var time: MediaTime { MediaTime(milliseconds: wall) }

    package func duration(to later: LogMoment) -> Duration { monotonic.duration(to: later.monotonic) }
}

extension EventLoop {
    /// The time of the event loop's current turn, by both clocks.
    var moment: LogMoment { LogMoment(wall: wallClock.milliseconds(now), monotonic: now) }
}

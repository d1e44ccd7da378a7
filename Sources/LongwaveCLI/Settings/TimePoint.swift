import Glibc
import Longwave

/// A point in time, as a command-line argument.
///
/// The forms are `2026-11-21`, `2026-11-21T14:30`, optionally with seconds and an offset; `now`, `today`, `yesterday`;
/// and a span before now, such as `2h` or `7d`. A time without an offset is local time. In the night in which clocks are
/// set back, a local time occurs twice; such a point has both times.
struct TimePoint: Hashable, Sendable {
    /// The time in milliseconds since 1970-01-01 00:00 UTC; of two times, the earlier one.
    let milliseconds: Int64
    /// The later one of two times; otherwise the same as ``milliseconds``.
    let latestMilliseconds: Int64

    var time: MediaTime { MediaTime(value: milliseconds, timescale: 1000) }
    var latestTime: MediaTime { MediaTime(value: latestMilliseconds, timescale: 1000) }

    init?(argument: String) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        self.init(argument, now: Int64(time.tv_sec))
    }

    /// Reads a text in one of the forms of the type. Returns nil for other texts.
    /// - Parameter now: the current time in seconds since 1970-01-01 00:00 UTC.
    init?(_ text: String, now: Int64) {
        let seconds: ClosedRange<Int64>
        switch text {
        case "now": seconds = now...now
        case "today": seconds = Self.midnight(now, daysAgo: 0)
        case "yesterday": seconds = Self.midnight(now, daysAgo: 1)
        case _:
            if let span = TimeSpan(argument: text), text.last?.isLetter == true {
                milliseconds = now * 1000 - Int64(span.duration / .milliseconds(1))
                latestMilliseconds = milliseconds
                return
            }
            guard let date = ISODate(text, mayBeDay: true) else { return nil }
            let read = Int64(date.time.seconds.rounded(.down))
            seconds = date.isZoneMissing ? Self.local(read) : read...read
        }
        (milliseconds, latestMilliseconds) = (seconds.lowerBound * 1000, seconds.upperBound * 1000)
    }

    private static func midnight(_ now: Int64, daysAgo: Int32) -> ClosedRange<Int64> {
        var seconds = time_t(now)
        var date = tm()
        localtime_r(&seconds, &date)
        (date.tm_hour, date.tm_min, date.tm_sec) = (0, 0, 0)
        date.tm_mday -= daysAgo
        return local(date)
    }

    /// Converts a date and time that was read as if it were in UTC, but is local time.
    /// - Parameter seconds: the seconds from 1970-01-01 00:00 UTC to the date and time read as UTC.
    private static func local(_ seconds: Int64) -> ClosedRange<Int64> {
        var seconds = time_t(seconds)
        var date = tm()
        gmtime_r(&seconds, &date)
        return local(date)
    }

    /// Returns the first and the last second since 1970-01-01 00:00 UTC at which clocks show a date and time.
    private static func local(_ date: tm) -> ClosedRange<Int64> {
        var plain = date
        plain.tm_isdst = -1
        let usual = Int64(mktime(&plain))
        // The time with and without daylight saving time. A time that clocks do not show becomes another time of day.
        let both =
            [Int32(0), 1].compactMap { isSummer -> Int64? in
                var date = date
                date.tm_isdst = isSummer
                let seconds = Int64(mktime(&date))
                let isShown = seconds != -1 && (date.tm_hour, date.tm_min) == (plain.tm_hour, plain.tm_min)
                return isShown ? seconds : nil
            } + [usual]
        return both.reduce(usual...usual) { min($0.lowerBound, $1)...max($0.upperBound, $1) }
    }
}

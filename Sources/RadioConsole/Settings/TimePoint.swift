import Glibc
import Longwave

/// A point in time, as a command-line argument.
///
/// The forms are `2026-11-21`, `2026-11-21T14:30`, optionally with seconds and an offset; `now`, `today`, `yesterday`;
/// and a span before now, such as `2h` or `7d`. A time without an offset is local time.
public struct TimePoint: Hashable, Sendable {
    /// The time in milliseconds since 1970-01-01 00:00 UTC.
    public let milliseconds: Int64

    public var time: MediaTime { MediaTime(value: milliseconds, timescale: 1000) }

    public init?(argument: String) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        self.init(argument, now: Int64(time.tv_sec))
    }

    /// Reads a text in one of the forms of the type. Returns nil for other texts.
    /// - Parameter now: the current time in seconds since 1970-01-01 00:00 UTC.
    init?(_ text: String, now: Int64) {
        switch text {
        case "now": milliseconds = now * 1000
        case "today": milliseconds = Self.midnight(now, daysAgo: 0)
        case "yesterday": milliseconds = Self.midnight(now, daysAgo: 1)
        case _:
            if let span = TimeSpan(argument: text), text.last?.isLetter == true {
                milliseconds = now * 1000 - Int64(span.duration / .milliseconds(1))
            } else if let date = ISODate(text, mayBeDay: true) {
                let seconds = Int64(date.time.seconds.rounded(.down))
                milliseconds = (date.isZoneMissing ? Self.local(seconds) : seconds) * 1000
            } else {
                return nil
            }
        }
    }

    private static func midnight(_ now: Int64, daysAgo: Int32) -> Int64 {
        var seconds = time_t(now)
        var date = tm()
        localtime_r(&seconds, &date)
        (date.tm_hour, date.tm_min, date.tm_sec) = (0, 0, 0)
        date.tm_mday -= daysAgo
        date.tm_isdst = -1
        return Int64(mktime(&date)) * 1000
    }

    /// Converts a date and time that was read as if it were in UTC, but is local time. Returns the seconds since
    /// 1970-01-01 00:00 UTC.
    /// - Parameter seconds: the seconds from 1970-01-01 00:00 UTC to the date and time read as UTC.
    private static func local(_ seconds: Int64) -> Int64 {
        var seconds = time_t(seconds)
        var date = tm()
        gmtime_r(&seconds, &date)
        date.tm_isdst = -1
        return Int64(mktime(&date))
    }
}

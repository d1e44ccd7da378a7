import CLinux

/// Converts moments of the monotonic clock into dates, and writes dates as text. `ISODate` reads dates.
package struct WallClock: Hashable, Sendable {
    /// The nanoseconds between 1970-01-01T00:00:00Z and the monotonic clock's zero.
    private let offset: Int64

    /// Reads the wall clock and the monotonic clock, and returns their difference as a converter.
    package static func now() -> WallClock {
        WallClock(offset: MonotonicInstant.read(CLOCK_REALTIME) - MonotonicInstant.now.nanoseconds)
    }

    /// The current time in milliseconds since 1970-01-01T00:00:00Z.
    package static var milliseconds: Int64 { MonotonicInstant.read(CLOCK_REALTIME) / 1_000_000 }

    /// Creates a clock from the known difference between the wall clock and the monotonic clock.
    /// - Parameter offset: The nanoseconds between 1970-01-01T00:00:00Z and the monotonic clock's zero.
    package init(offset: Int64) { self.offset = offset }

    /// Returns a moment in milliseconds since 1970-01-01T00:00:00Z.
    package func milliseconds(_ instant: MonotonicInstant) -> Int64 { (instant.nanoseconds + offset) / 1_000_000 }

    /// Returns the moment of a date in milliseconds since 1970-01-01T00:00:00Z.
    package func instant(milliseconds: Int64) -> MonotonicInstant {
        let (nanoseconds, isTooLarge) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return MonotonicInstant(nanoseconds: isTooLarge ? 0 : nanoseconds &- offset)
    }

    /// Returns a moment as text in the form of ``rfc3339(milliseconds:)``.
    package func rfc3339(_ instant: MonotonicInstant) -> String {
        Self.rfc3339(milliseconds: milliseconds(instant))
    }

    /// Returns the date as RFC 3339 in UTC with milliseconds: `2026-11-21T02:30:00.123Z`.
    ///
    /// - Parameter milliseconds: The time since 1970-01-01T00:00:00Z. A time before 1970 or after the year 9999 becomes
    ///   the nearest one in between, because the form has no other years.
    package static func rfc3339(milliseconds: Int64) -> String {
        let milliseconds = bounded(milliseconds)
        var seconds = time_t(milliseconds / 1000)
        var date = tm()
        gmtime_r(&seconds, &date)
        return "\(text(date)).\(digits(Int32(milliseconds % 1000), 3))Z"
    }

    /// Returns the distance of a local time from UTC as RFC 3339 writes it: `+01:00`.
    package static func offset(minutes: Int) -> String {
        let size = Int32(clamping: minutes.magnitude)
        return "\(minutes < 0 ? "-" : "+")\(digits(size / 60)):\(digits(size % 60))"
    }

    /// Returns the date in local time: `2026-11-21T03:30:00`.
    ///
    /// - Parameter milliseconds: The time since 1970-01-01T00:00:00Z, bounded as in ``rfc3339(milliseconds:)``.
    package static func local(milliseconds: Int64) -> String { text(local(bounded(milliseconds))) }

    /// Returns the date in local time for a file name: `2026-11-21T033000`.
    package static func localStamp(milliseconds: Int64) -> String {
        local(milliseconds: milliseconds).filter { $0 != ":" }
    }

    /// Returns the minutes by which local time is ahead of UTC at a moment.
    package static func localOffset(milliseconds: Int64) -> Int { Int(local(milliseconds).tm_gmtoff) / 60 }

    /// Returns the day in local time, as a number that grows by one each day.
    package static func localDay(milliseconds: Int64) -> Int {
        Int((milliseconds / 1000 + Int64(local(milliseconds).tm_gmtoff)) / 86_400)
    }

    /// Returns a day of `localDay(milliseconds:)` as text: `2026-11-21`.
    package static func text(ofDay day: Int) -> String {
        String(rfc3339(milliseconds: Int64(day) * 86_400_000).prefix(10))
    }

    /// Returns the nearest time from 1970 to 9999.
    private static func bounded(_ milliseconds: Int64) -> Int64 { min(max(milliseconds, 0), 253_402_300_799_999) }

    private static func local(_ milliseconds: Int64) -> tm {
        var seconds = time_t(milliseconds / 1000)
        var date = tm()
        localtime_r(&seconds, &date)
        return date
    }

    /// Returns a moment's local time of day: `14:05:59`.
    package func localTime(_ instant: MonotonicInstant) -> String {
        String(Self.local(milliseconds: milliseconds(instant)).suffix(8))
    }

    private static func text(_ date: tm) -> String {
        let day = "\(digits(date.tm_year + 1900, 4))-\(digits(date.tm_mon + 1))-\(digits(date.tm_mday))"
        return "\(day)T\(digits(date.tm_hour)):\(digits(date.tm_min)):\(digits(date.tm_sec))"
    }

    private static func digits(_ value: Int32, _ count: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

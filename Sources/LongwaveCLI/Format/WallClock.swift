import CLinux
import Glibc
import Longwave

/// Moments of the monotonic clock as dates.
struct WallClock {
    /// Nanoseconds between the epoch and the monotonic clock's zero.
    private let offset: Int64

    /// Reads both clocks.
    static func now() -> WallClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let real = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        return WallClock(offset: real - MonotonicInstant.now.nanoseconds)
    }

    init(offset: Int64) { self.offset = offset }

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T02:30:00.123Z`.
    func rfc3339(_ instant: MonotonicInstant) -> String {
        let milliseconds = (instant.nanoseconds + offset) / 1_000_000
        var seconds = time_t(milliseconds / 1000)
        var date = tm()
        gmtime_r(&seconds, &date)
        let day = "\(Self.digits(date.tm_year + 1900, 4))-\(Self.digits(date.tm_mon + 1))-\(Self.digits(date.tm_mday))"
        let time = "\(Self.digits(date.tm_hour)):\(Self.digits(date.tm_min)):\(Self.digits(date.tm_sec))"
        return "\(day)T\(time).\(Self.digits(Int32(milliseconds % 1000), 3))Z"
    }

    /// The listener's own clock: `14:05:59`.
    func localTime(_ instant: MonotonicInstant) -> String {
        var seconds = time_t((instant.nanoseconds + offset) / 1_000_000_000)
        var date = tm()
        localtime_r(&seconds, &date)
        return "\(Self.digits(date.tm_hour)):\(Self.digits(date.tm_min)):\(Self.digits(date.tm_sec))"
    }

    private static func digits(_ value: Int32, _ count: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

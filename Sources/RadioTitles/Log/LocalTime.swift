import Glibc
import RadioLoop

/// Days and offsets by the local clock.
enum LocalTime {
    /// Minutes by which the local time is ahead of UTC at a moment, in milliseconds since 1970.
    static func offset(at milliseconds: Int64) -> Int { Int(local(milliseconds).tm_gmtoff) / 60 }

    /// The local day as a number that grows by one each day.
    static func day(of milliseconds: Int64) -> Int {
        let date = local(milliseconds)
        return Int((milliseconds / 1000 + Int64(date.tm_gmtoff)) / 86_400)
    }

    /// `2026-11-21`
    static func date(ofDay day: Int) -> String {
        String(WallClock.rfc3339(milliseconds: Int64(day) * 86_400_000).prefix(10))
    }

    /// `2026-11-21T143000`, by the local clock.
    static func stamp(_ milliseconds: Int64) -> String {
        WallClock.local(milliseconds: milliseconds).filter { $0 != ":" }
    }

    private static func local(_ milliseconds: Int64) -> tm {
        var seconds = time_t(milliseconds / 1000)
        var date = tm()
        localtime_r(&seconds, &date)
        return date
    }
}

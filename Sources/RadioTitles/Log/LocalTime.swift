import Glibc

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
        var seconds = time_t(day * 86_400)
        var date = tm()
        gmtime_r(&seconds, &date)
        return text(date)
    }

    /// `2026-11-21T143000`, by the local clock.
    static func stamp(_ milliseconds: Int64) -> String {
        let date = local(milliseconds)
        return text(date) + "T" + [date.tm_hour, date.tm_min, date.tm_sec].map { digits($0, 2) }.joined()
    }

    private static func local(_ milliseconds: Int64) -> tm {
        var seconds = time_t(milliseconds / 1000)
        var date = tm()
        localtime_r(&seconds, &date)
        return date
    }

    private static func text(_ date: tm) -> String {
        "\(digits(date.tm_year + 1900, 4))-\(digits(date.tm_mon + 1, 2))-\(digits(date.tm_mday, 2))"
    }

    private static func digits(_ value: Int32, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// How long a server wants to be left alone: seconds, or a date (RFC 9110 §10.2.3). A date is compared with the server's
/// own clock, as it stands in the same response: ours may be wrong by a year.
enum RetryAfter {
    /// A longer wait is nonsense.
    static let longest = Duration.seconds(3600)

    static func wait(_ value: String?, date: String?) -> Duration? {
        guard let value else { return nil }
        if let seconds = Int(value) { return bounded(seconds) }
        guard let then = seconds(of: value), let now = date.flatMap(seconds) else { return nil }
        return bounded(then - now)
    }

    private static func bounded(_ seconds: Int) -> Duration { min(max(.seconds(min(seconds, 3600)), .zero), longest) }

    /// Seconds since 1970 of an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7); the two obsolete forms
    /// are not read.
    static func seconds(of text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(of: words[2]).map({ $0 + 1 })
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (1...31).contains(day), (1970...9999).contains(year), (0...23).contains(time[0]),
            (0...59).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        return days(year, month, day) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Days since 1970-01-01 in the Gregorian calendar, with years that begin in March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

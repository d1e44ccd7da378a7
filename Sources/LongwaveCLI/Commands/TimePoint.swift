import ArgumentParser
import Glibc

/// A moment on the command line: `2026-11-21`, `2026-11-21T14:30`, with seconds and an offset if wanted; `today`,
/// `yesterday`; or a span of time before now, as `2h` or `7d`. Without an offset by the local clock.
struct TimePoint: ExpressibleByArgument, Hashable {
    /// Milliseconds since 1970.
    var milliseconds: Int64

    init?(argument: String) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        self.init(argument, now: Int64(time.tv_sec))
    }

    /// - Parameter now: seconds since 1970.
    init?(_ text: String, now: Int64) {
        switch text {
        case "now": milliseconds = now * 1000
        case "today": milliseconds = Self.midnight(now, daysAgo: 0)
        case "yesterday": milliseconds = Self.midnight(now, daysAgo: 1)
        case _:
            if let span = TimeSpan(argument: text), text.last?.isLetter == true {
                milliseconds = now * 1000 - Int64(span.duration / .milliseconds(1))
            } else if let date = Self.date(text) {
                milliseconds = date * 1000
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

    /// RFC 3339, also without seconds, offset or time, and with a space for the T.
    private static func date(_ text: String) -> Int64? {
        var rest = Substring(text)
        func number(_ digits: Int) -> Int32? {
            let part = rest.prefix(digits)
            guard part.count == digits, part.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            rest = rest.dropFirst(digits)
            return Int32(part)
        }
        func skip(_ letters: String) -> Bool {
            guard let first = rest.first, letters.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4), skip("-"), let month = number(2), (1...12).contains(month), skip("-"),
            let day = number(2), (1...31).contains(day)
        else { return nil }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday, date.tm_isdst) = (year - 1900, month - 1, day, -1)
        guard !rest.isEmpty else { return Int64(mktime(&date)) }
        guard skip("T "), let hour = number(2), (0...23).contains(hour), skip(":"), let minute = number(2),
            (0...59).contains(minute)
        else { return nil }
        (date.tm_hour, date.tm_min) = (hour, minute)
        if skip(":") {
            guard let second = number(2), (0...60).contains(second) else { return nil }
            date.tm_sec = second
            if skip(".") { rest = rest.drop { $0.isASCII && $0.isNumber } }
        }
        if rest.isEmpty { return Int64(mktime(&date)) }
        if rest == "Z" || rest == "z" { return Int64(timegm(&date)) }
        let isAhead = rest.first == "+"
        guard skip("+-"), let hours = number(2), skip(":"), let minutes = number(2), rest.isEmpty else { return nil }
        let offset = Int64(hours) * 3600 + Int64(minutes) * 60
        return Int64(timegm(&date)) - (isAhead ? offset : -offset)
    }
}

import RadioFormats
import RadioLoop

/// A local time as text, such as the time at which the radio programme to record begins: `20:00`, `Sun 20:00`,
/// `2026-12-24 20:00`.
package struct LocalTime: Hashable, Sendable {
    /// The day of the time.
    package enum Day: Hashable, Sendable {
        /// No day is given: for a recording, today, or tomorrow if its start for today has passed.
        case any
        /// A day of the week; 0 is Sunday.
        case weekday(Int)
        /// A date, as the number of days since 1970-01-01.
        case date(Int)
    }

    package let day: Day
    /// The time of day as the number of seconds since midnight.
    package let second: Int

    package static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// Reads an argument: an optional weekday or date, and a time with optional seconds. Returns nil if the argument is
    /// invalid.
    package init?(argument: String) {
        var rest = argument[...]
        let date = ISODate(String(rest.prefix(10)), mayBeDay: true)
        if let date {
            day = .date(Int(date.time.seconds) / 86_400)
            rest = rest.dropFirst(10)
            guard let separator = rest.popFirst(), separator == " " || separator == "T" else { return nil }
        } else if let space = rest.firstIndex(of: " ") {
            guard let day = Self.weekday(rest[..<space]) else { return nil }
            self.day = .weekday(day)
            rest = rest[rest.index(after: space)...]
        } else {
            day = .any
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            (1...2).contains(part.count) && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        guard numbers.count == parts.count, (2...3).contains(parts.count), numbers[0] < 24,
            numbers[1...].allSatisfy({ $0 < 60 })
        else { return nil }
        second = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }

    /// Returns the duration from `now`, in milliseconds since 1970-01-01T00:00:00Z, until clocks next show the time.
    /// Returns nil if the time has a date and has passed.
    package func next(after now: Int64, _ zone: LocalZone) -> Duration? {
        let today = zone.clock(at: now / 1000)
        let days: [Int] =
            switch day {
            case .any: [0, 1].map { today.day + $0 }
            case .weekday(let weekday): [0, 7].map { today.day + (weekday - today.weekday + 7) % 7 + $0 }
            case .date(let day): [day]
            }
        let moments = days.map { zone.moment(LocalClock(day: $0, second: second)) * 1000 }
        return moments.first { $0 > now }.map { .milliseconds($0 - now) }
    }

    /// Returns the number of the weekday with this name, or whose name begins with these three or more letters.
    package static func weekday(_ word: some StringProtocol) -> Int? {
        let word = word.lowercased()
        return word.count < 3 ? nil : weekdays.firstIndex { $0.lowercased().hasPrefix(word) }
    }

    /// Returns a time of day as text: `07:00`, or `07:00:30` if the seconds are not 0.
    package static func text(ofSecond second: Int) -> String {
        let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.prefix(second % 60 == 0 ? 2 : 3).joined(separator: ":")
    }
}

/// A date and time as local clocks show them, in no particular time zone.
package struct LocalClock: Hashable, Sendable {
    /// The date as the number of days since 1970-01-01.
    package var day: Int
    /// The time as the number of seconds since midnight. The number may be negative, or larger than a day has.
    package var second: Int

    package init(day: Int, second: Int) {
        self.day = day
        self.second = second
    }

    /// The same time, with ``second`` between 0 and 86,399 and ``day`` changed accordingly.
    package var settled: LocalClock {
        let days = Int((Double(second) / 86_400).rounded(.down))
        return LocalClock(day: day + days, second: second - days * 86_400)
    }

    /// The day of the week; 0 is Sunday. 1970-01-01 was a Thursday.
    package var weekday: Int { ((day + 4) % 7 + 7) % 7 }

    package static func + (clock: LocalClock, seconds: Int) -> LocalClock {
        LocalClock(day: clock.day, second: clock.second + seconds).settled
    }

    package static func < (one: LocalClock, other: LocalClock) -> Bool {
        (one.day, one.second) < (other.day, other.second)
    }
}

/// A time zone: how far local clocks are ahead of UTC.
package struct LocalZone: Sendable {
    /// Returns the seconds by which local clocks are ahead at a time in seconds since 1970-01-01T00:00:00Z.
    package let offset: @Sendable (Int64) -> Int64

    package init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

    /// The computer's time zone.
    package static let system = LocalZone { Int64(WallClock.localOffset(milliseconds: $0 * 1000)) * 60 }

    /// Returns what local clocks show at a time in seconds since 1970-01-01T00:00:00Z.
    package func clock(at time: Int64) -> LocalClock {
        LocalClock(day: 0, second: Int(time + offset(time))).settled
    }

    /// Returns the time, in seconds since 1970-01-01T00:00:00Z, at which local clocks first show a date and time. If
    /// they skip it because they are set forward, returns the moment at which they are set.
    package func moment(_ clock: LocalClock) -> Int64 {
        let shown = Int64(clock.day) * 86_400 + Int64(clock.second)
        // No zone is more than 14 hours away from UTC, so these offsets apply before and after the time.
        let (before, after) = (offset(shown - 86_400), offset(shown + 86_400))
        var (early, late) = (shown - max(before, after), shown - min(before, after))
        for time in [early, late] where time + offset(time) == shown { return time }
        // Clocks are set after `early`, and at `late` at the latest.
        while late - early > 1 {
            let middle = early + (late - early) / 2
            if offset(middle) == before { early = middle } else { late = middle }
        }
        return late
    }
}

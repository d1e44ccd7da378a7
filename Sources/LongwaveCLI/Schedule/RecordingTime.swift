import Longwave

/// The local time at which the radio programme to record begins, as a command-line argument: `20:00`, `Sun 20:00`,
/// `2026-12-24 20:00`.
struct RecordingTime: Hashable, Sendable {
    /// The day on which the radio programme begins.
    enum Day: Hashable, Sendable {
        /// No day is given: today, or tomorrow if the recording's start for today has passed.
        case any
        /// A day of the week; 0 is Sunday.
        case weekday(Int)
        /// A date, as the number of days since 1970-01-01.
        case date(Int)
    }

    let day: Day
    /// The time of day as the number of seconds since midnight.
    let second: Int

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// Reads an argument: an optional weekday or date, and a time with optional seconds. Returns nil if the argument is
    /// invalid.
    init?(argument: String) {
        var rest = argument[...]
        let date = ISODate(String(rest.prefix(10)), mayBeDay: true)
        if let date {
            day = .date(Int(date.time.seconds) / 86_400)
            rest = rest.dropFirst(10)
            guard let separator = rest.popFirst(), separator == " " || separator == "T" else { return nil }
        } else if let space = rest.firstIndex(of: " ") {
            let word = rest[..<space].lowercased()
            guard word.count >= 3, let day = Self.weekdays.firstIndex(where: { $0.lowercased().hasPrefix(word) })
            else { return nil }
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
}

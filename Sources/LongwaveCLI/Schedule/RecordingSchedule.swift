import Longwave
import RadioLoop

/// When a scheduled recording starts, in the form that a systemd timer needs, and how long it lasts. Pure.
struct RecordingSchedule: Hashable, Sendable {
    /// How often the recording is made.
    enum Repetition: Hashable, Sendable {
        case once, daily, weekly
    }

    /// Why a recording cannot be scheduled as requested, in a sentence.
    struct Problem: Error, Hashable {
        let sentence: String
    }

    /// The start of the recording as a value of `OnCalendar` (systemd.timer(5)), in local time.
    let calendar: String
    /// The length of the recording in seconds, including the margins before and after the radio programme.
    let length: Int
    /// The time of the radio programme, as a part of the names of the systemd units: such as `sun-20`, `daily-2015` or
    /// `2026-12-24-20`.
    let stamp: String

    /// A date and time in the local time zone.
    struct Clock: Hashable, Sendable {
        /// The date as the number of days since 1970-01-01.
        var day: Int
        /// The time as the number of seconds since midnight. The number may be negative, or larger than a day has.
        var second: Int

        /// The same time, with ``second`` between 0 and 86,399 and ``day`` changed accordingly.
        var settled: Clock {
            let days = Int((Double(second) / 86_400).rounded(.down))
            return Clock(day: day + days, second: second - days * 86_400)
        }

        /// The day of the week; 0 is Sunday. 1970-01-01 was a Thursday.
        var weekday: Int { ((day + 4) % 7 + 7) % 7 }

        static func + (clock: Clock, seconds: Int) -> Clock {
            Clock(day: clock.day, second: clock.second + seconds).settled
        }

        static func < (one: Clock, other: Clock) -> Bool { (one.day, one.second) < (other.day, other.second) }

        static var now: Clock {
            let now = WallClock.milliseconds
            let local = Int(now / 1000) + WallClock.localOffset(milliseconds: now) * 60
            return Clock(day: 0, second: local).settled
        }
    }

    init(
        at time: RecordingTime, for span: TimeSpan, margin: RecordingMargin, _ repetition: Repetition
    ) throws(Problem) {
        try self.init(at: time, for: span, margin: margin, repetition, now: .now)
    }

    /// Finds the first start of the recording after `now`. The recording starts earlier than the radio programme, by
    /// the margin.
    init(
        at time: RecordingTime, for span: TimeSpan, margin: RecordingMargin, _ repetition: Repetition, now: Clock
    ) throws(Problem) {
        length = margin.before + span.seconds + margin.after
        switch (time.day, repetition) {
        case (.date, .daily), (.date, .weekly):
            throw Problem(sentence: "--at with a date records once: leave out --daily and --weekly.")
        case (.weekday, .daily): throw Problem(sentence: "--at with a weekday cannot be combined with --daily.")
        default: break
        }
        let period: Int? =
            switch repetition {
            case .once: nil
            case .daily: 86_400
            case .weekly: 7 * 86_400
            }
        if let period, length >= period {
            throw Problem(sentence: "The recording with its margins is too long: the next one starts before it ends.")
        }
        var programme = Clock(day: now.day, second: time.second)
        switch time.day {
        case .any: break
        case .weekday(let day): programme.day += (day - now.weekday + 7) % 7
        case .date(let day): programme.day = day
        }
        var start = programme + -margin.before
        if !(now < start) {
            switch time.day {
            case .any: (programme.day, start.day) = (programme.day + 1, start.day + 1)
            case .weekday: (programme.day, start.day) = (programme.day + 7, start.day + 7)
            case .date: throw Problem(sentence: "The time of --at, minus the margin, is in the past.")
            }
        }
        let name = RecordingTime.weekdays[programme.weekday].prefix(3).lowercased()
        let clock = Self.text(programme.second).filter { $0 != ":" }
        let hour = clock.hasSuffix("00") ? String(clock.dropLast(2)) : clock
        switch repetition {
        case .once:
            calendar = "\(WallClock.text(ofDay: start.day)) \(Self.text(start.second))"
            stamp = "\(WallClock.text(ofDay: programme.day))-\(hour)"
        case .daily:
            calendar = "*-*-* \(Self.text(start.second))"
            stamp = "daily-\(hour)"
        case .weekly:
            calendar = "\(RecordingTime.weekdays[start.weekday].prefix(3)) *-*-* \(Self.text(start.second))"
            stamp = "\(name)-\(hour)"
        }
    }

    private static func text(_ second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

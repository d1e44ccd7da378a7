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

    init(
        at time: LocalTime, for span: TimeSpan, margin: RecordingMargin, _ repetition: Repetition
    ) throws(Problem) {
        let now = LocalZone.system.clock(at: WallClock.milliseconds / 1000)
        try self.init(at: time, for: span, margin: margin, repetition, now: now)
    }

    /// Finds the first start of the recording after `now`. The recording starts earlier than the radio programme, by
    /// the margin.
    init(
        at time: LocalTime, for span: TimeSpan, margin: RecordingMargin, _ repetition: Repetition, now: LocalClock
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
        var programme = LocalClock(day: now.day, second: time.second)
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
        let name = LocalTime.weekdays[programme.weekday].prefix(3).lowercased()
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
            calendar = "\(LocalTime.weekdays[start.weekday].prefix(3)) *-*-* \(Self.text(start.second))"
            stamp = "\(name)-\(hour)"
        }
    }

    private static func text(_ second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

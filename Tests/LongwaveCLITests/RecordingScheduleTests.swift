import Glibc
import Longwave
import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct RecordingScheduleTests {
    /// Monday 2026-11-23, 15:00, on which all expected dates are based.
    private static let now = LocalClock(day: 20_780, second: 15 * 3600)

    private static func schedule(
        _ at: String, _ span: String = "2h", _ margin: String = "1m,5m",
        _ repetition: RecordingSchedule.Repetition = .once
    ) throws -> RecordingSchedule {
        try RecordingSchedule(
            at: #require(LocalTime(argument: at)), for: #require(TimeSpan(argument: span)),
            margin: #require(RecordingMargin(argument: margin)), repetition, now: now)
    }

    @Test(
        arguments: [
            ("20:00", .once, "2026-11-23 19:59:00", "2026-11-23-2000"),
            // This time of day is past, or at most a minute away. The recording starts a minute before its time, so it
            // can only start tomorrow.
            ("14:00", .once, "2026-11-24 13:59:00", "2026-11-24-1400"),
            ("15:01", .once, "2026-11-24 15:00:00", "2026-11-24-1501"),
            ("15:01:01", .once, "2026-11-23 15:00:01", "2026-11-23-150101"),
            // A recording starts a minute before its time, which here is on the day before.
            ("0:00", .once, "2026-11-23 23:59:00", "2026-11-24-0000"),
            ("00:00", .daily, "*-*-* 23:59:00", "daily-0000"), ("Sun 00:00", .weekly, "Sat *-*-* 23:59:00", "sun-0000"),
            ("2027-01-01 00:00", .once, "2026-12-31 23:59:00", "2027-01-01-0000"),
            ("2028-03-01T00:00", .once, "2028-02-29 23:59:00", "2028-03-01-0000"),
            ("2026-12-24 20:00", .once, "2026-12-24 19:59:00", "2026-12-24-2000"),
            ("Sun 20:00", .once, "2026-11-29 19:59:00", "2026-11-29-2000"),
            ("sunday 20:00", .weekly, "Sun *-*-* 19:59:00", "sun-2000"),
            ("Mon 20:00", .once, "2026-11-23 19:59:00", "2026-11-23-2000"),
            ("Mon 14:00", .once, "2026-11-30 13:59:00", "2026-11-30-1400"),
            ("tue 6:30", .weekly, "Tue *-*-* 06:29:00", "tue-0630"), ("20:00", .daily, "*-*-* 19:59:00", "daily-2000"),
            // A weekly recording without a day is on the weekday on which this time comes next.
            ("20:00", .weekly, "Mon *-*-* 19:59:00", "mon-2000"), ("14:00", .weekly, "Tue *-*-* 13:59:00", "tue-1400"),
        ] as [(String, RecordingSchedule.Repetition, String, String)])
    func calendars(
        _ at: String, _ repetition: RecordingSchedule.Repetition, _ calendar: String, _ stamp: String
    ) throws {
        let schedule = try Self.schedule(at, "2h", "1m,5m", repetition)
        #expect((schedule.calendar, schedule.stamp) == (calendar, stamp))
        #expect(schedule.length == 7560)
        let (text, code) = try ChildProcess.run("systemd-analyze", ["calendar", calendar])
        #expect(code == 0 && text.contains("Normalized form: ") && text.contains(calendar), "\(text)")
    }

    @Test(
        arguments: [
            ("2h", "0", 7200), ("2h", "2m", 7440), ("90", "10,20s", 120), ("1.2", "0,1m", 62), ("1h", "1d,1d", 176_400),
        ] as [(String, String, Int)])
    func lengths(_ span: String, _ margin: String, _ length: Int) throws {
        #expect(try Self.schedule("20:00", span, margin).length == length)
    }

    @Test(
        arguments: [
            ("2026-11-23 14:00", "2h", .once), ("2026-11-23 15:01", "2h", .once), ("2026-12-24 20:00", "2h", .weekly),
            ("2026-12-24 20:00", "2h", .daily), ("Sun 20:00", "2h", .daily), ("20:00", "1d", .daily),
            ("20:00", "86040", .daily), ("20:00", "7d", .weekly),
        ] as [(String, String, RecordingSchedule.Repetition)])
    func problems(_ at: String, _ span: String, _ repetition: RecordingSchedule.Repetition) throws {
        let margin = try #require(RecordingMargin(argument: "1m,5m"))
        let (time, length) = (try #require(LocalTime(argument: at)), try #require(TimeSpan(argument: span)))
        #expect(throws: RecordingSchedule.Problem.self) {
            try RecordingSchedule(at: time, for: length, margin: margin, repetition, now: Self.now)
        }
    }

    @Test(
        arguments: [
            "", "20", "24:00", "20:60", "20:00:60", "2000", "20:00 ", " 20:00", "8pm", "20:00:00:00", "-1:00", "+1:00",
            "Su 20:00", "Foo 20:00", "Sun", "Sun  20:00", "2026-02-30 20:00", "2026-12-24", "2026-12-2420:00",
            "2026-12-24  20:00", "٢٠:٠٠", "20:000",
        ])
    func noTimes(_ text: String) { #expect(LocalTime(argument: text) == nil) }

    @Test(arguments: ["", ",", "1m,", "1m,2m,3m", "-1m", "x", "2d", "0,0,0"]) func noMargins(_ text: String) {
        #expect(RecordingMargin(argument: text) == nil)
    }

    @Test(
        arguments: [
            (["record", "--at", "20:00"], ["record"]), (["fip", "--at", "20:00", "--for", "2h"], ["fip"]),
            (["--at=20:00", "--for=2h", "--weekly", "fip", "--split"], ["fip", "--split"]),
            (["fip", "--install", "--wake", "--daily", "--margin", "2m", "--folder", "x"], ["fip", "--folder", "x"]),
            (["--at", "20:00", "--for", "2h", "--", "--at", "--weekly"], ["--", "--at", "--weekly"]),
            (["--output", "a b", "--for", "2h"], ["--output", "a b"]),
        ] as [([String], [String])])
    func argumentsThatRemain(_ all: [String], _ remaining: [String]) {
        for name in ["longwave", "record"] {
            #expect(ScheduleArguments.remaining([name, "record"] + all) == remaining)
        }
    }
}

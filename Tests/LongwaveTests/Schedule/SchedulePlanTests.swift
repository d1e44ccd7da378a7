import RadioLoop
import Testing

@testable import Longwave

/// When entries begin and end. Pure.
@Suite struct SchedulePlanTests {
    private static func entry(
        _ name: String, _ days: Schedule.Days = .daily, _ at: String, _ until: String? = nil,
        _ action: Schedule.Action? = nil
    ) -> Schedule.Entry {
        func second(_ text: String) -> Int { LocalTime(argument: text)!.second }
        return .init(
            name, days, at: second(at), until: until.map(second), action ?? .play(.named(name), volume: nil))
    }

    /// A skipped time is the moment at which clocks are set; a time that is shown twice is the first one.
    @Test(arguments: [
        (1, "2026-03-29 02:30", "2026-03-29T01:00:00Z"), (1, "2026-03-29 02:00", "2026-03-29T01:00:00Z"),
        (1, "2026-03-29 03:00", "2026-03-29T01:00:00Z"), (1, "2026-03-29 01:59:59", "2026-03-29T00:59:59Z"),
        (1, "2026-10-25 02:30", "2026-10-25T00:30:00Z"), (1, "2026-10-25 03:00", "2026-10-25T02:00:00Z"),
        (2, "2026-03-08 02:30", "2026-03-08T07:00:00Z"), (2, "2026-11-01 01:30", "2026-11-01T05:30:00Z"),
        (2, "2026-11-01 02:00", "2026-11-01T07:00:00Z"), (3, "2026-10-04 02:15", "2026-10-03T15:30:00Z"),
        (3, "2026-04-05 01:45", "2026-04-04T14:45:00Z"), (3, "2026-04-05 02:00", "2026-04-04T15:30:00Z"),
    ])
    func moments(_ zone: Int, _ local: String, _ moment: String) throws {
        let time = try #require(LocalTime(argument: local))
        guard case .date(let day) = time.day else { return }
        #expect(LocalZone.all[zone].moment(LocalClock(day: day, second: time.second)) == utc(moment))
    }

    /// Every local time of a year in steps of 15 minutes has a moment that shows it, unless clocks skip it, and the
    /// moments come in order.
    @Test(arguments: 0..<4) func aYear(_ number: Int) {
        let zone = LocalZone.all[number]
        var (last, skipped) = (Int64.min, 0)
        for day in 20_454..<20_819 {
            for quarter in 0..<96 {
                let clock = LocalClock(day: day, second: quarter * 900)
                let moment = zone.moment(clock)
                #expect(moment >= last)
                if zone.clock(at: moment) != clock { skipped += 1 }
                last = moment
            }
        }
        #expect(skipped == [0, 4, 4, 2][number])
    }

    /// An alarm at any time of day rings once on each day of the year, if the machine is asked when it says.
    @Test(arguments: 0..<4, ["00:00", "01:45", "02:15", "02:30", "07:00", "23:59:59"])
    func anAlarmEachDay(_ number: Int, _ at: String) {
        let zone = LocalZone.all[number]
        var machine = ScheduleMachine(seen: nil)
        machine.schedule = Schedule([Self.entry("a", .daily, at, nil, .alarm(.init()))])
        let start = zone.moment(LocalClock(day: 20_454, second: 0)) - 1
        let end = zone.moment(LocalClock(day: 20_819, second: 0))
        var (now, days) = (start, [Int]())
        while now < end {
            let uptime = MonotonicInstant(nanoseconds: (now - start) * 1_000_000_000)
            let change = machine.step(now: now, uptime: uptime, zone)
            if let alarm = change.alarm { days.append(zone.clock(at: alarm.start).day) }
            now = change.next ?? end
        }
        #expect(days == Array(20_454..<20_819))
    }

    @Test func theSlotThatBeganLastPlays() {
        let schedule = Schedule([
            Self.entry("open", .daily, "07:00"), Self.entry("noon", .weekly([1]), "12:00", "13:00"),
            Self.entry("night", .daily, "23:00", "05:00"), Self.entry("eve", .date(20_811), "20:00", "22:00"),
            Self.entry("loud", .daily, "08:00", "09:00", .play(nil, volume: 0.9)),
            Self.entry("siesta", .weekly([0]), "13:00", "15:00", .quiet(limit: nil)),
            Self.entry("soft", .daily, "22:00", "07:00", .quiet(limit: 0.2)),
        ])
        // 2026-11-30 is a Monday.
        for (time, name) in [
            ("2026-11-30T11:59:59Z", "open"), ("2026-11-30T12:00:00Z", "noon"), ("2026-11-30T13:00:00Z", "open"),
            ("2026-12-01T12:30:00Z", "open"), ("2026-11-30T23:00:00Z", "night"), ("2026-12-01T04:59:59Z", "night"),
            ("2026-12-01T05:00:00Z", "open"), ("2026-12-24T21:00:00Z", "eve"), ("2026-12-24T22:00:00Z", "open"),
            ("2026-11-29T14:00:00Z", nil),
        ] as [(String, String?)] {
            let hold = schedule.hold(at: utc(time), .greenwich)
            #expect(hold.slot?.entry.name == name && hold.isSilent == (name == nil), "\(time)")
            #expect(
                hold.limit
                    == (time.contains("T23") || time.contains("T04") || time.contains("T05")
                        || time.hasSuffix("22:00:00Z") ? 0.2 : nil),
                "\(time)")
        }
        #expect(schedule.hold(at: utc("2026-11-30T08:30:00Z"), .greenwich).volume?.entry.name == "loud")
        let events = schedule.events(after: utc("2026-11-30T11:00:00Z"), .greenwich)
        #expect(events.prefix(4).map(\.entry.name) == ["noon", "noon", "soft", "night"])
        #expect(events.contains { $0.entry.name == "eve" && $0.time == utc("2026-12-24T20:00:00Z") })
    }

    /// Quiet hours and slots over the nights in which clocks are set.
    @Test func slotsOverTheNightOfChange() {
        let schedule = Schedule([Self.entry("a", .daily, "02:30", "03:30"), Self.entry("b", .daily, "01:00", "02:30")])
        func name(_ time: String) -> String? { schedule.hold(at: utc(time), .berlin).slot?.entry.name }
        #expect(name("2026-03-29T00:59:59Z") == "b" && name("2026-03-29T01:00:00Z") == "a")
        #expect(name("2026-03-29T01:30:00Z") == nil)
        #expect(name("2026-10-25T00:29:59Z") == "b" && name("2026-10-25T00:30:00Z") == "a")
        #expect(name("2026-10-25T02:29:59Z") == "a" && name("2026-10-25T02:30:00Z") == nil)
    }

    @Test func theNextTime() throws {
        let now = utc("2026-11-30T12:00:00Z") * 1000
        for (text, hours) in [("13:00", 1), ("12:00", 24), ("Mon 12:00", 168), ("Tue 00:00", 12)] {
            #expect(try #require(LocalTime(argument: text)).next(after: now, .greenwich) == .seconds(hours * 3600))
        }
        #expect(try #require(LocalTime(argument: "2026-11-30 11:00")).next(after: now, .greenwich) == nil)
    }
}

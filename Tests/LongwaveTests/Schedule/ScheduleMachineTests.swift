import RadioLoop
import Testing

@testable import Longwave

/// Clocks that jump, and alarms that are missed or not heard. Pure.
@Suite struct ScheduleMachineTests {
    private static let alarm = Schedule.Entry("wake", at: 7 * 3600, .alarm(.init([.named("a"), .named("b")])))

    /// Steps a machine at wall times of 2026-11-30 and minutes of uptime, and returns where the alarm rang.
    private static func rings(_ steps: [(String, Int)], seen: String? = nil) -> [Int] {
        var machine = ScheduleMachine(seen: seen.map { utc("2026-11-30T\($0)Z") })
        machine.schedule = Schedule([alarm])
        return steps.indices.filter { place in
            let (time, minutes) = steps[place]
            return machine.step(
                now: utc("2026-11-30T\(time)Z"),
                uptime: MonotonicInstant(nanoseconds: Int64(minutes) * 60_000_000_000), .greenwich
            ).alarm != nil
        }
    }

    @Test(
        arguments: [
            // On time, and not again.
            ([("06:30:00", 0), ("07:00:00", 30), ("07:00:01", 30)], nil, [1]),
            // A jump forward over the alarm by less than an hour rings it late; a longer one does not.
            ([("06:30:00", 0), ("07:59:59", 1)], nil, [1]), ([("06:30:00", 0), ("08:00:00", 1)], nil, []),
            // A jump backward does not ring it again within an hour, but later.
            ([("06:59:00", 0), ("07:00:00", 1), ("06:50:00", 5), ("07:00:00", 15)], nil, [1]),
            ([("06:59:00", 0), ("07:00:00", 1), ("05:50:00", 5), ("07:00:00", 75)], nil, [1, 3]),
            // A jump backward before the alarm changes nothing.
            ([("06:59:00", 0), ("06:00:00", 1), ("07:00:00", 61)], nil, [2]),
            // The program starts after the alarm, which an earlier run has rung or has missed.
            ([("07:10:00", 0)], nil, []), ([("07:10:00", 0)], "06:00:00", [0]), ([("07:10:00", 0)], "07:00:00", []),
            ([("08:00:00", 0)], "06:00:00", []),
        ] as [([(String, Int)], String?, [Int])])
    func jumps(_ steps: [(String, Int)], _ seen: String?, _ expected: [Int]) {
        #expect(Self.rings(steps, seen: seen) == expected)
    }

    @Test func aClockThatNobodyHasSetStartsNothing() {
        var machine = ScheduleMachine(seen: nil)
        machine.schedule = Schedule([.init("all", at: 0, .play(.named("a"), volume: nil))])
        #expect(machine.step(now: 60, uptime: .now, .greenwich) == .init())
        let change = machine.step(now: utc("2026-11-30T07:00:00Z"), uptime: .now, .greenwich)
        #expect(change.hold?.slot?.entry.name == "all" && change.next == utc("2026-12-01T00:00:00Z"))
    }

    private static let start = MonotonicInstant(nanoseconds: 0)
    private static func at(_ seconds: Double) -> MonotonicInstant { start.advanced(by: .seconds(seconds)) }

    private static func ringing() throws -> AlarmMachine {
        try #require(AlarmMachine(.init(entry: alarm, start: 0), now: start))
    }

    /// Each source has six seconds; the tone is begun again and again.
    @Test func silentSources() throws {
        var machine = try Self.ringing()
        var begun: [(Double, Int)] = []
        for half in 1...60 {
            let time = Double(half) / 2
            if let index = machine.step(now: Self.at(time), isHeard: false) { begun.append((time, index)) }
        }
        #expect(begun.map(\.0) == [6, 12, 18, 24, 30] && begun.map(\.1) == [1, 2, 2, 2, 2])
    }

    @Test func aSourceThatEndsLater() throws {
        var machine = try Self.ringing()
        for second in 1...600 { #expect(machine.step(now: Self.at(Double(second)), isHeard: true) == nil) }
        #expect(machine.step(now: Self.at(605), isHeard: false) == nil)
        #expect(machine.step(now: Self.at(606), isHeard: false) == 1)
        #expect(machine.failed(0, now: Self.at(607)) == nil && machine.failed(1, now: Self.at(607)) == 2)
    }

    @Test func snoozing() throws {
        var machine = try Self.ringing()
        machine.snooze(for: nil, now: Self.at(10))
        #expect(!machine.rings && machine.snoozeLeft(now: Self.at(11)) == .seconds(539))
        #expect(machine.step(now: Self.at(549), isHeard: false) == nil)
        #expect(machine.step(now: Self.at(550), isHeard: false) == 0 && machine.rings)
        machine.snooze(for: .seconds(60), now: Self.at(560))
        #expect(machine.step(now: Self.at(620), isHeard: false) == 0)
        #expect(machine.gain(now: Self.at(620)) == -30 && machine.gain(now: Self.at(635)) == -15)
        #expect(machine.gain(now: Self.at(700)) == 0)
    }
}

import RadioLoop
import RadioStations
import TestSupport
import Testing

@testable import Longwave

/// A schedule on a real player, with a clock that the test turns.
@Suite struct ScheduleRunnerTests {
    /// The test's thread turns the loop, and nothing else uses the rig.
    private final class Rig: @unchecked Sendable {
        let loop: EventLoop
        let folder: TemporaryDirectory
        let radio: Radio
        private(set) var said: [String] = []
        private(set) var runner: ScheduleRunner?
        var path: String { folder.path + "/schedule.json" }
        var snapshot: PlaybackSnapshot { radio.manager.assumeIsolated { $0.snapshot } }
        var alarm: AlarmState? { runner?.alarmState }

        /// Begins on 2026-11-30, a Monday, at a time of day in UTC.
        init(
            _ entries: [Schedule.Entry], at time: String, seen: String? = nil,
            before: (Rig) throws -> Void = { _ in }
        ) throws {
            loop = try .byHand()
            folder = try TemporaryDirectory()
            loop.setWallClock(milliseconds: utc("2026-11-30T\(time)Z") * 1000)
            var configuration = Radio.Configuration()
            configuration.playback = PlaybackConfiguration(output: .null)
            configuration.journal = JournalPlaces()
            radio = Radio(configuration, manager: PlaybackManager(configuration.playback, loop: loop))
            perform(.setVolume(0.5))
            try write(Schedule(entries))
            try before(self)
            radio.manager.assumeIsolated { manager in
                runner = ScheduleRunner(
                    radio, path: path, seen: seen.map { utc("2026-11-30T\($0)Z") }, zone: .greenwich, on: manager
                ) { [weak self] in self?.said.append($0) }
            }
            let isRead = loop.turn(untilElsewhere: { runner?.hasRead == true })
            try #require(isRead)
        }

        deinit {
            radio.manager.assumeIsolated { manager in
                runner?.end(manager)
                manager.shutDown()
            }
        }

        func write(_ schedule: Schedule) throws { try folder.write("schedule.json", schedule.bytes) }

        @discardableResult func perform(_ command: PlayerCommand) -> PlayerCommandError? {
            // The test's thread turns the loop.
            nonisolated(unsafe) var problem: PlayerCommandError?
            radio.manager.assumeIsolated { manager in
                radio.perform(command, on: manager) { if case .failure(let error) = $0 { problem = error } }
            }
            return problem
        }

        /// Lets the clock go on until a condition holds. The disk and the decoder take real time, so that a source that
        /// is to be heard needs a slow clock.
        func wait(_ step: Duration = .milliseconds(10), until condition: () -> Bool) -> Bool {
            loop.turn(passing: step, untilElsewhere: condition)
        }

        func pass(seconds: Int) {
            let end = loop.now.advanced(by: .seconds(seconds))
            let isOver = wait(.seconds(1)) { loop.now >= end }
            #expect(isOver)
        }

        func plays(_ name: String) -> Bool {
            snapshot.status == .playing && snapshot.item?.station.name == name
        }

        func setClock(_ time: String) {
            loop.setWallClock(milliseconds: utc("2026-11-30T\(time)Z") * 1000)
            radio.manager.assumeIsolated { $0.onClockSet?() }
        }
    }

    /// A source with a name, which repeats a sound of several seconds.
    private static func source(_ name: String, _ url: String? = nil) -> PlayRequest.Source {
        let sound = Samples.root + "/mpeg1-layer3-44100-stereo.mp3"
        return .stations([Station(name: name, urls: [url ?? sound])])
    }

    private static let dead = source("dead", "http://127.0.0.1:1/")

    private static func slot(
        _ name: String, _ at: Int, _ until: Int? = nil, volume: Double? = nil
    ) -> Schedule.Entry { .init(name, at: at, until: until, .play(source(name), volume: volume)) }

    private static let seven = 7 * 3600

    @Test func aSlotBeginsAndEnds() throws {
        let rig = try Rig([Self.slot("a", Self.seven, Self.seven + 60, volume: 0.8)], at: "06:59:58")
        rig.perform(.repeatQueue(.one))
        #expect(rig.snapshot.status == .stopped)
        #expect(rig.wait { rig.plays("a") } && rig.snapshot.volume == 0.8)
        rig.setClock("07:00:59")
        #expect(rig.wait { rig.snapshot.status == .stopped } && rig.snapshot.volume == 0.5)
        #expect(rig.said == ["schedule: \"a\" begins", "schedule: \"a\" ends"])
    }

    @Test func aPersonsWishHoldsUntilTheNextSlot() throws {
        let rig = try Rig(
            [
                Self.slot("a", 0, Self.seven), Self.slot("b", Self.seven + 3600, Self.seven + 14_400),
                .init("q", at: Self.seven + 7200, until: Self.seven + 10_800, .quiet(limit: nil)),
            ], at: "06:00:00")
        // The program starts in the middle of a slot.
        #expect(rig.wait { rig.plays("a") })
        rig.perform(.play(PlayRequest(Self.source("own"))))
        rig.perform(.repeatQueue(.one))
        #expect(rig.wait { rig.plays("own") })
        rig.setClock("07:30:00")
        #expect(rig.snapshot.item?.station.name == "own" && rig.snapshot.intent == .playing)
        rig.setClock("07:59:59")
        #expect(rig.wait { rig.plays("b") })
        rig.setClock("08:59:59")
        #expect(rig.wait { rig.snapshot.status == .stopped })
        #expect(rig.said.last == "schedule: quiet hours")
        // After the quiet hours, the slot goes on.
        rig.setClock("09:59:59")
        #expect(rig.wait { rig.plays("b") })
    }

    @Test func quietHoursLimitTheVolumeAndEndWhatWasRestored() throws {
        let soft = Schedule.Entry("soft", at: 0, until: Self.seven, .quiet(limit: 0.2))
        let rig = try Rig([soft], at: "06:59:50")
        #expect(rig.snapshot.volume == 0.2)
        rig.pass(seconds: 15)
        #expect(rig.snapshot.volume == 0.5)

        let silent = try Rig([.init("silent", at: 0, until: 3600, .quiet(limit: nil))], at: "00:30:00") { rig in
            rig.perform(.play(PlayRequest(Self.source("restored"))))
        }
        #expect(silent.snapshot.intent == .stopped)
    }

    /// An alarm whose stations do not answer reaches its tone, snoozes, and rings until it is stopped.
    @Test func theLastResort() throws {
        let alarm = Schedule.Alarm([Self.dead, Self.dead], volume: 0.7, snooze: .seconds(60))
        let rig = try Rig([.init("wake", at: Self.seven, .alarm(alarm))], at: "06:59:58")
        rig.perform(.enqueue(Self.source("own"), isNext: false))
        rig.perform(.mute(true))
        rig.perform(.sleep(.seconds(600)))
        #expect(rig.perform(.snooze(nil))?.code == "noEffect")
        #expect(rig.wait(.milliseconds(20)) { rig.plays("Alarm") })
        #expect(rig.alarm == AlarmState(name: "wake", snooze: nil))
        #expect(rig.snapshot.volume == 0.7 && !rig.snapshot.isMuted)
        #expect(rig.runner?.seen == utc("2026-11-30T06:59:59Z"))
        // The tone is repeated.
        rig.pass(seconds: 30)
        #expect(rig.wait { rig.plays("Alarm") })

        #expect(rig.perform(.snooze(nil)) == nil)
        #expect(rig.snapshot.status == .stopped && rig.snapshot.volume == 0.5)
        #expect(rig.alarm == AlarmState(name: "wake", snooze: .seconds(60)))
        #expect(rig.wait(.milliseconds(20)) { rig.plays("Alarm") })

        // The key that pauses silences an alarm, too.
        rig.perform(.toggle)
        #expect(rig.alarm == nil && rig.snapshot.intent == .stopped && rig.snapshot.volume == 0.5)
        let names = rig.radio.manager.assumeIsolated { $0.queue.items.map(\.station.name) }
        #expect(names == ["own"])
        rig.pass(seconds: 120)
        #expect(rig.snapshot.intent == .stopped)
        #expect(rig.said.last == "alarm \"wake\": stopped")
    }

    @Test func aStationThatIsHeardIsKept() throws {
        let tone = try #require(AlarmTone())
        defer { withExtendedLifetime(tone) {} }
        let alarm = Schedule.Alarm([Self.source("a", tone.item.urls[0]), Self.dead], volume: 0.7)
        let rig = try Rig([.init("wake", at: Self.seven, .alarm(alarm))], at: "06:59:59")
        rig.perform(.repeatQueue(.one))
        #expect(rig.wait { rig.plays("a") })
        let end = rig.loop.now.advanced(by: AlarmMachine.patience + .seconds(1))
        #expect(rig.wait { rig.loop.now >= end })
        #expect(rig.snapshot.item?.station.name == "a" && rig.alarm?.name == "wake")
        rig.perform(.play(PlayRequest(Self.source("own"))))
        #expect(rig.alarm == nil && rig.wait { rig.plays("own") })
    }

    /// A station that sends digital silence is left like one that does not answer.
    @Test func aSilentSourceIsLeft() throws {
        let folder = try TemporaryDirectory()
        let samples = [UInt8](repeating: 0, count: 44_100 * 4 * 20)
        try folder.write("silence.wav", QuietSound.wave(samples))
        let alarm = Schedule.Alarm([Self.source("silence", folder.path + "/silence.wav")])
        let rig = try Rig([.init("wake", at: Self.seven, .alarm(alarm))], at: "06:59:59")
        #expect(rig.wait { rig.plays("silence") })
        #expect(rig.wait(.milliseconds(20)) { rig.plays("Alarm") })
        rig.perform(.stop)
        #expect(rig.snapshot.intent == .stopped)
    }

    @Test func jumpsOfTheClock() throws {
        let wake = Schedule.Entry("wake", at: Self.seven, .alarm(.init()))
        let rig = try Rig([wake], at: "06:30:00")
        rig.setClock("07:30:00")
        #expect(rig.alarm?.name == "wake")
        rig.perform(.stop)
        rig.setClock("06:59:58")
        rig.pass(seconds: 10)
        #expect(rig.alarm == nil)
        // The program was not running at seven.
        #expect(try Rig([wake], at: "07:05:00", seen: "06:50:00").alarm?.name == "wake")
        #expect(try Rig([wake], at: "07:05:00", seen: "07:00:00").alarm == nil)
    }

    @Test func theFileChanges() throws {
        let rig = try Rig([], at: "07:00:00")
        rig.setClock("07:02:00")
        try rig.folder.write("schedule.json", Array("{}".utf8))
        #expect(rig.wait(.milliseconds(50)) { !rig.said.isEmpty })
        #expect(rig.said.first?.hasSuffix("The schedule does not change.") == true)
        // An alarm of a minute ago does not ring; a slot that includes the present plays at once.
        try rig.write(Schedule([.init("wake", at: Self.seven + 60, .alarm(.init())), Self.slot("a", Self.seven)]))
        #expect(rig.wait { rig.plays("a") })
        #expect(rig.alarm == nil)
    }
}

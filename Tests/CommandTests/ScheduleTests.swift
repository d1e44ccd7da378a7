import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import Longwave

/// `longwave schedule`, and the shared player that carries it out.
@Suite struct ScheduleTests {
    private let directory = try! TemporaryDirectory()
    private var home: [String: String] {
        ["HOME": directory.path, "XDG_CONFIG_HOME": directory.path, "TZ": "Europe/Berlin"]
    }
    private var path: String { directory.path + "/longwave/schedule.json" }

    private func run(_ arguments: String...) throws -> LongwaveBinary.Run {
        try LongwaveBinary.run(["schedule"] + arguments, environment: home)
    }

    @Test func entriesAreAddedShownAndRemoved() throws {
        let url = "http://127.0.0.1:1/a"
        for arguments in [
            ["morning", "--at", "07:00", "--on", "weekdays", "--until", "12:00", "--play", url, "--volume", "60"],
            ["night", "--quiet", "--at", "22:00", "--until", "06:00"],
            [
                "wake", "--alarm", "--at", "06:45", "--on", "mon,sat", "--play", url, "--backup", url + "2", "--volume",
                "50", "--fade-in", "10s", "--snooze", "5m",
            ], ["eve", "--at", "2030-12-24 20:00", "--query", "tag=jazz"],
        ] {
            let run = try LongwaveBinary.run(["schedule", "add"] + arguments, environment: home)
            #expect(run.code == 0, "\(run.errors)")
        }
        let shown = try run("show", "--json")
        #expect(try GoldenFile.difference("schedule.json", shown.output) == nil)
        #expect(try run("check").code == 0)
        let table = try run("--format", "table").output
        #expect(table.contains("morning  play   mon,tue,wed,thu,fri  07:00  12:00"), "\(table)")
        let next = try run("next", "--json", "--count", "100").output
        #expect(next.contains("\"event\":\"rings\",\"entry\":\"wake\"") && next.contains("Tue 2030-12-24 20:00"))
        #expect(try run("remove", "wake", "eve").code == 0)
        #expect(try run("remove", "wake").code == 64)
        #expect(try run().lines.map { $0.prefix(5) } == ["name\t", "morni", "night"])
    }

    @Test func faultsAreNamed() throws {
        try directory.write("longwave/schedule.json", #"{"version":1,"entries":[{"name":"x","at":"7","what":"a"}]}"#)
        let run = try run("check")
        #expect(run.code == 78 && run.errors.contains("\(path): Entry \"x\": at must be a time"), "\(run.errors)")
        try directory.write(
            "longwave/schedule.json", #"{"version":1,"entries":[{"name":"x","at":"07:00","what":"nosuch"}]}"#)
        let unknown = try self.run("check")
        #expect(unknown.code == 65 && unknown.errors.contains("\"x\": "), "\(unknown.errors)")
    }

    /// The printed timer wakes the computer half a minute before the alarm.
    @Test func aTimerThatWakes() throws {
        let run = try run("add", "Wake up", "--alarm", "--at", "00:00", "--on", "mon,sun", "--wake")
        #expect(run.code == 0 && run.errors.contains("as root"), "\(run.errors)")
        #expect(run.output.contains("WakeSystem=true") && run.output.contains("longwave-wake-wake-up.timer"))
        #expect(run.output.contains("\nOnCalendar=sat,sun *-*-* 23:59:30\n"), "\(run.output)")
        let (_, code) = try ChildProcess.run("systemd-analyze", ["calendar", "sat,sun *-*-* 23:59:30"])
        #expect(code == 0)
    }

    @Test(arguments: [
        ["x"], ["x", "--at", "7"], ["x", "--at", "07:00"], ["x", "--at", "Sun 07:00", "--on", "mon", "--volume", "5"],
        ["x", "--at", "07:00", "--quiet"], ["x", "--at", "07:00", "--alarm", "--until", "08:00"],
        ["x", "--at", "07:00", "--volume", "5", "--wake"], ["x", "--at", "07:00", "--alarm", "--volume", "0"],
    ])
    func wrongUsageIs64(_ arguments: [String]) throws {
        #expect(try LongwaveBinary.run(["schedule", "add"] + arguments, environment: home).code == 64)
    }

    @Test func playUntil() throws {
        #expect(try LongwaveBinary.run(["play", "x", "--until", "2020-01-01 20:00"]).code == 64)
        #expect(try LongwaveBinary.run(["play", "x", "--until", "20:00", "--sleep", "1h"]).code == 64)
        let sound = Samples.root + "/mpeg1-layer3-44100-stereo.mp3"
        let time = WallClock.localTime(inSeconds: 3)
        let run = try LongwaveBinary.run(
            ["play", sound, "--repeat", "one", "--until", time, "--output", "null", "--quiet"])
        #expect(run.code == 0, "\(run.errors)")
    }

    /// In the real program, an alarm with a dead station reaches the tone, snoozes, and rings until it is stopped.
    @Test func anAlarmIsNeverSilent() throws {
        let service = try ServeTests.Service()
        let add = try LongwaveBinary.run(
            [
                "schedule", "add", "wake", "--alarm", "--at", WallClock.localTime(inSeconds: 4), "--play",
                "http://127.0.0.1:1/", "--volume", "70", "--fade-in", "1s",
            ], environment: service.environment)
        #expect(add.code == 0, "\(add.errors)")
        let (ringing, tone) = ("\"alarm\":{\"name\":\"wake\",\"snooze\":null}", "\"name\":\"Alarm\",\"urls\"")
        #expect(service.says(ringing, tone, "\"status\":\"playing\""))
        #expect(try service.ctl("volume").output == "70 %\n")
        #expect(try service.ctl("status").output.contains("wake"))
        #expect(try service.ctl("snooze", "1s").code == 0)
        #expect(service.says(ringing, tone, "\"status\":\"playing\""))
        // After a power cut, the alarm that nobody has stopped rings again.
        try service.crash()
        #expect(service.says(ringing, tone, "\"status\":\"playing\""))
        #expect(try service.ctl("stop").code == 0)
        #expect(service.says("\"alarm\":null", "\"status\":\"stopped\""))
        #expect(try service.ctl("snooze").errors.contains("no alarm rings"))
    }

    /// An alarm begins softly, also if nothing was played before or the sound was stopped.
    @Test(.enabled(if: PulseServer.isInstalled)) func anAlarmFadesIn() throws {
        let (rate, window) = (44_100, 882)
        var sound: [UInt8] = []
        for frame in 0..<15 * rate {
            let sample = Int16(16_384 * sin(2 * .pi * 500 * Double(frame) / Double(rate)))
            withUnsafeBytes(of: sample.littleEndian) { sound += $0 }
        }
        let file = try directory.write("tone.wav", QuietSound.wave(sound, 1))
        let server = try PulseServer(sinks: [.init(rate: rate)])
        let recorder = try server.record()
        let service = try ServeTests.Service([], ["PULSE_SERVER": server.address])
        for name in ["first", "second"] {
            let start = recorder.frameCount
            let time = WallClock.localTime(inSeconds: 3)
            let add = try LongwaveBinary.run(
                [
                    "schedule", "add", name, "--alarm", "--at", time, "--play", file, "--volume", "100", "--fade-in",
                    "4s",
                ], environment: service.environment)
            #expect(add.code == 0, "\(add.errors)")
            #expect(service.says("\"alarm\":{\"name\":\"\(name)\"", "\"status\":\"playing\""))
            let first = try #require(recorder.firstSound(from: start))
            #expect(recorder.wait(for: first + 5 * rate))
            #expect(try service.ctl("stop").code == 0)
            let samples = recorder.channel(0)
            // The loudness rises by 30 dB in four seconds, in even steps of 0.15 dB.
            let levels = stride(from: first, to: first + 4 * rate, by: window).map {
                Tone.amplitude(samples[$0..<$0 + window], at: 500, rate: rate)
            }
            #expect(levels[1] < 0.02 && levels.last! > 0.45, "\(levels)")
            for (before, after) in zip(levels.dropFirst(), levels.dropFirst(2)) {
                #expect((0.1...0.2).contains(20 * log10(after / before)))
            }
        }
    }
}

extension WallClock {
    /// Returns the time of day in UTC, in which the tested programs run, after some seconds.
    static func localTime(inSeconds seconds: Int64) -> String {
        String(rfc3339(milliseconds: milliseconds + seconds * 1000).dropFirst(11).prefix(8))
    }
}

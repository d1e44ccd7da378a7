import Glibc
import Longwave
import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct RecordingUnitsTests {
    private let directory = try! TemporaryDirectory()

    private static let odd = [
        "plain", "two words", "a\"b", "it's", "100%", "%n", "$HOME", "$$", "back\\slash", "\\", "a;b", ";", "#x", "a=b",
        "Ünö – 愛", "tab\there", "line\nbreak", "\u{1B}[31m", "\\x41", "  ", "{x}", "[Service]", "'", "\"\"",
    ]

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    /// A systemd unit contains the path of a command. For an unusual path, systemd finds the command's file if
    /// `isProgram` accepts the path, and refuses the unit otherwise, as `systemd-analyze` shows.
    @Test(arguments: odd) func systemdReadsThePathOfACommand(_ name: String) throws {
        let program = directory.path + "/" + name
        guard RecordingUnits.isProgram(program) else {
            #expect(try verify(["a.service": "[Service]\nExecStart=\(UnitText.word(program))\n"]).code != 0)
            return
        }
        try write("#!/bin/sh\n", to: program)
        chmod(program, 0o755)
        let text = "[Service]\nExecStart=\(UnitText.word(program))\n"
        let (told, code) = try verify(["a.service": text])
        #expect(code == 0 && told.isEmpty, "\(told)")
        unlink(program)
        #expect(try verify(["a.service": text]).code != 0)
    }

    @Test(
        arguments: [
            ("fip", "fip", "fip"), ("", "\"\"", "\"\""), ("a b", "\"a b\"", "\"a b\""),
            ("a\"\\b", #""a\"\\b""#, #""a\"\\b""#), ("50%", "\"50%%\"", "\"50%%\""),
            ("$HOME", "\"$HOME\"", "\"$$HOME\""),
            ("a\nb\u{7F}\t", #""a\x0ab\x7f\x09""#, #""a\x0ab\x7f\x09""#), (";", "\";\"", "\";\""),
            ("ü", "\"ü\"", "\"ü\""),
        ] as [(String, String, String)])
    func words(_ text: String, _ word: String, _ argument: String) {
        #expect(UnitText.word(text) == word)
        #expect(UnitText.argument(text) == argument)
    }

    private func verify(_ files: [String: String]) throws -> (output: String, code: Int32) {
        for (name, text) in files { try write(text, to: directory.path + "/" + name) }
        return try ChildProcess.run(
            "systemd-analyze", ["verify", "--man=no"] + files.keys.sorted().map { directory.path + "/" + $0 })
    }

    private func units(
        _ what: String, _ arguments: [String] = [], folder: String = "/tmp", user: String? = nil, wakes: Bool = false
    ) throws -> RecordingUnits {
        let schedule = try RecordingSchedule(
            at: #require(LocalTime(argument: "Sun 20:00")), for: #require(TimeSpan(argument: "2h")),
            margin: .usual, .weekly)
        let command = RecordingUnits.Command(
            program: "/usr/bin/true", arguments: arguments, folder: folder,
            environment: ["LONGWAVE_LIBRARY": "/x y/%s.json"], user: user)
        return RecordingUnits(of: what, schedule, command, wakes: wakes)
    }

    /// Text that a person types into a command becomes part of a unit. It neither adds a line to the unit nor makes
    /// systemd complain.
    @Test(arguments: odd) func systemdTakesWhateverIsTyped(_ text: String) throws {
        let units = try units(text, [text, "--folder", text])
        #expect(units.service.split(separator: "\n").count == 9 && units.timer.split(separator: "\n").count == 7)
        let (told, code) = try verify(Dictionary(uniqueKeysWithValues: units.files.map { ($0.name, $0.text) }))
        #expect(code == 0 && told.isEmpty, "\(told)")
    }

    @Test func textOfUnits() throws {
        let units = try units("FIP – Paris", ["FIP – Paris", "--split"], folder: "/music/100%")
        #expect(units.name == "longwave-record-fip-paris-sun-2000")
        #expect(
            units.service == """
                [Unit]
                Description=Longwave recording of FIP – Paris

                [Service]
                Type=exec
                ExecStart=/usr/bin/true record --for 7560s "FIP – Paris" --split
                WorkingDirectory=/music/100%%
                Environment="LONGWAVE_LIBRARY=/x y/%%s.json"
                TimeoutStopSec=15
                NoNewPrivileges=yes

                """)
        #expect(
            units.timer == """
                [Unit]
                Description=Longwave recording of FIP – Paris

                [Timer]
                OnCalendar=Sun *-*-* 19:59:00
                AccuracySec=1s

                [Install]
                WantedBy=timers.target

                """)
    }

    @Test func aTimerThatWakes() throws {
        let units = try units("fip", user: "root", wakes: true)
        #expect(units.service.contains("\nUser=root\n") && units.service.contains("\nAfter=network-online.target\n"))
        #expect(units.timer.contains("\nWakeSystem=true\n"))
        let (told, code) = try verify(Dictionary(uniqueKeysWithValues: units.files.map { ($0.name, $0.text) }))
        #expect(code == 0 && told.isEmpty, "\(told)")
    }

    @Test(
        arguments: [
            ("Радио", "longwave-record-station-sun-2000"), ("../x y", "longwave-record-x-y-sun-2000"),
            ("http://h:80/a?b=c", "longwave-record-http-h-80-a-b-c-sun-2000"),
        ]) func names(_ what: String, _ name: String) throws
    { #expect(try units(what).name == name) }

    @Test func aLongNameIsCut() throws {
        #expect(try units(String(repeating: "x", count: 1000)).name.count < 200)
    }

    @Test(arguments: [("/a b/ü%", true), ("/a\nb", false), ("/a ", false), ("/a\\", false), ("/", true)])
    func folders(_ folder: String, _ isNameable: Bool) {
        #expect(RecordingUnits.isNameable(folder) == isNameable)
    }
}

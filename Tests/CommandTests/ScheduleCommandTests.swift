import Glibc
import TestSupport
import Testing

/// `longwave record --at`, which plans a recording with systemd.
@Suite struct ScheduleCommandTests {
    private let directory = try! TemporaryDirectory()

    private static let wrong: [[String]] = [
        ["--at", "20:00"], ["--at", "8pm", "--for", "2h"], ["--weekly"], ["--install"], ["--wake", "--for", "2h"],
        ["--margin", "2m"], ["--at", "20:00", "--for", "2h", "--daily", "--weekly"],
        ["--at", "20:00", "--for", "2h", "--wake", "--install"], ["--at", "2020-01-01 20:00", "--for", "2h"],
        ["--at", "20:00", "--for", "1d", "--daily"], ["--at", "20:00", "--for", "2h", "--margin", "x"],
    ]

    @Test(arguments: wrong) func wrongUsageIs64(_ arguments: [String]) throws {
        let run = try LongwaveBinary.run(["record", "x"] + arguments)
        #expect(run.code == 64 && run.errors.contains("Usage: longwave") && run.output.isEmpty, "\(run.errors)")
    }

    private var home: [String: String] { ["HOME": directory.path] }

    init() throws {
        let list = directory.path + "/.config/longwave"
        try #require(system("mkdir -p '\(list)'") == 0)
        try TextFile.write(
            """
            {"station": [
              {"name": "Radio $HOME 100%", "streamURL": "http://127.0.0.1:9/a", "id": "home"},
              {"name": "FIP", "streamURL": "http://127.0.0.1:9/b", "id": "fip"},
              {"name": "Dash", "streamURL": "http://127.0.0.1:9/c", "id": "-dash"},
              {"name": "Nameless", "streamURL": "http://127.0.0.1:9/d"}
            ]}
            """, to: list + "/stations.json")
    }
    private var folder: String { directory.path + "/.config/systemd/user" }

    /// `record --at` prints shell commands. A shell that runs them writes unit files that systemd accepts.
    @Test func printedCommandsWriteTheUnits() throws {
        let run = try LongwaveBinary.run(
            ["record", "Radio $HOME 100%", "--at", "Sun 20:00", "--for", "2h", "--weekly", "--split"], environment: home
        )
        #expect(run.code == 0 && run.errors.contains("--install"), "\(run.errors)")
        let systemctl = directory.path + "/systemctl"
        try TextFile.write("#!/bin/sh\necho \"$@\" >> '\(directory.path)/told'\n", to: systemctl)
        chmod(systemctl, 0o755)
        try TextFile.write(run.output, to: directory.path + "/script")
        let path = ["PATH": directory.path + ":/usr/bin:/bin"]
        #expect(try ChildProcess.run("sh", ["-e", directory.path + "/script"], environment: path).code == 0)
        let name = "longwave-record-radio-home-100-sun-2000"
        #expect(
            try LongwaveBinary.read(directory.path + "/told") == """
                --user daemon-reload
                --user enable --now \(name).timer

                """)
        let service = try LongwaveBinary.read("\(folder)/\(name).service")
        #expect(service.contains(" record --for 7560s --split -- home\n"), "\(service)")
        #expect(service.contains("\nDescription=Longwave recording of Radio $HOME 100%%\n"), "\(service)")
        let (told, code) = try ChildProcess.run(
            "systemd-analyze", ["verify", "--man=no", "\(folder)/\(name).service", "\(folder)/\(name).timer"])
        #expect(code == 0 && told.isEmpty, "\(told)")
    }

    /// A unit names the station by its id or address, because a number or a part of a name may mean another station
    /// when the timer fires.
    @Test(
        arguments: [
            (["2"], "fip"), (["fi"], "fip"), (["--folder", "fip", "fip", "--split"], "fip"), (["dash"], "-dash"),
            (["--", "-dash"], "-dash"), (["radio", "home"], "home"), (["http://127.0.0.1:9/x"], "http://127.0.0.1:9/x"),
            (["nameless"], "url-"), (["song.mp3"], "song.mp3"),
        ] as [([String], String)])
    func unitsNameTheStation(_ words: [String], _ station: String) throws {
        let run = try LongwaveBinary.run(["record", "--at", "20:00", "--for", "2h"] + words, environment: home)
        #expect(run.code == 0, "\(run.errors)")
        let command = try #require(run.lines.first { $0.hasPrefix("ExecStart=") })
        let rest = words.contains("--folder") ? " --folder fip --split" : ""
        #expect(command.contains(" record --for 7560s\(rest) -- \(station)"), "\(command)")
    }

    /// A number of the last `find` becomes the address of the station that was found.
    @Test func unitsNameTheStationThatWasFound() throws {
        let cache = directory.path + "/.cache/longwave/directory"
        try #require(system("mkdir -p '\(cache)'") == 0)
        try TextFile.write(
            #"{"station": [{"name": "Found", "streamURL": "http://127.0.0.1:9/found"}]}"#, to: cache + "/found.json")
        let run = try LongwaveBinary.run(["record", "1", "--at", "20:00", "--for", "2h"], environment: home)
        #expect(run.output.contains(" record --for 7560s -- http://127.0.0.1:9/found\n"), "\(run)")
        #expect(run.output.contains("/longwave-record-found-"))
    }

    @Test func aStationThatIsUnknownIs65() throws {
        let run = try LongwaveBinary.run(["record", "xyzzy", "--at", "20:00", "--for", "2h"], environment: home)
        #expect(run.code == 65 && run.output.isEmpty, "\(run)")
    }

    @Test func aTimerThatWakesIsForRoot() throws {
        let run = try LongwaveBinary.run(
            ["record", "fip", "--at", "2099-12-24 20:00", "--for", "2h", "--wake"], environment: home)
        #expect(run.code == 0 && run.errors.contains("root"), "\(run.errors)")
        #expect(run.output.contains("sudo tee '/etc/systemd/system/longwave-record-fip-2099-12-24-2000.timer'"))
        #expect(run.output.contains("WakeSystem=true\n") && run.output.contains("\nUser="), "\(run.output)")
    }

    @Test func installing() throws {
        let arguments = ["record", "fip", "--at", "20:00", "--for", "2h", "--daily", "--install"]
        let run = try LongwaveBinary.run(arguments, environment: home)
        let name = "longwave-record-fip-daily-2000"
        #expect(run.code == 0 && run.output.contains("\(folder)/\(name).timer"), "\(run.output) \(run.errors)")
        // The user has no systemd manager, so the program prints the command that would start the timer.
        #expect(run.errors.contains("systemctl --user enable --now \(name).timer"), "\(run.errors)")
        let service = try LongwaveBinary.read("\(folder)/\(name).service")
        #expect(service.contains(" record --for 7560s -- fip\n"), "\(service)")
        // The same command a second time changes nothing. A different command for the same units is refused, and the
        // unit files stay.
        #expect(try LongwaveBinary.run(arguments, environment: home).code == 0)
        let other = try LongwaveBinary.run(arguments + ["--split"], environment: home)
        #expect(other.code == 73 && other.errors.contains("already exists"), "\(other.errors)")
        #expect(try LongwaveBinary.read("\(folder)/\(name).service") == service)
    }

    @Test func aManagerThatAnswersGetsTheTimer() throws {
        let systemctl = directory.path + "/systemctl"
        try TextFile.write("#!/bin/sh\necho \"$@\" >> '\(directory.path)/told'\n", to: systemctl)
        chmod(systemctl, 0o755)
        var settings = home
        settings["PATH"] = directory.path + ":/usr/bin:/bin"
        let run = try LongwaveBinary.run(
            ["record", "fip", "--at", "20:00", "--for", "2h", "--daily", "--install"], environment: settings)
        #expect(run.code == 0 && !run.errors.contains("systemctl"), "\(run.errors)")
        #expect(
            try LongwaveBinary.read(directory.path + "/told").contains(
                "--user enable --now longwave-record-fip-daily-2000.timer"))
    }

    @Test func aFolderThatCannotBeMade() throws {
        let run = try LongwaveBinary.run(
            ["record", "fip", "--at", "20:00", "--for", "2h", "--install"],
            environment: ["XDG_CONFIG_HOME": "/proc/none"])
        #expect(run.code == 73, "\(run.errors)")
    }
}

import Glibc
import LongwaveTerminal
import TestSupport
import Testing

/// `longwave pick` of the built program, in a real terminal and without one.
@Suite struct PickCommandTests {
    private let directory: TemporaryDirectory
    private let library: String

    init() throws {
        directory = try TemporaryDirectory()
        library = directory.path + "/stations.json"
        let stations = [
            #"{"name":"Nord","streamURL":"http://127.0.0.1:1/n","id":"nord","country":"DE","tags":["jazz"]}"#,
            #"{"name":"日本の声","streamURL":"http://127.0.0.1:1/j","id":"nihon","country":"JP","tags":["news"]}"#,
            #"{"name":"Süd","streamURL":"http://127.0.0.1:1/s","id":"sued","country":"FR","tags":["jazz","soul"]}"#,
        ]
        try TextFile.write("{\"station\":[" + stations.joined(separator: ",") + "]}", to: library)
    }

    private var environment: [String: String] {
        ["XDG_DATA_HOME": directory.path + "/data", "XDG_STATE_HOME": directory.path + "/data"]
    }

    /// Runs `longwave pick` in tmux. The program's output and exit code are written to files.
    private func pick(_ arguments: [String], columns: Int = 80, rows: Int = 24) throws -> TmuxSession {
        let settings = LongwaveBinary.environment(environment).filter { $0.key != "TERM" }
        let words = settings.map { "'\($0.key)=\($0.value)'" } + ["'\(LongwaveBinary.path)'", "pick"]
        // Ctrl-C ends the program but not the shell, which still has to write the exit code.
        let command =
            "trap : INT; env -u LC_ALL " + (words + arguments + ["--library", "'\(library)'"]).joined(separator: " ")
            + " > '\(directory.path)/out'; echo $? > '\(directory.path)/code.part';"
            + " mv '\(directory.path)/code.part' '\(directory.path)/code'; echo the shell again; cat"
        return try TmuxSession(command, columns: columns, rows: rows, in: directory)
    }

    /// Waits until the program has ended and the shell has the whole terminal again. Returns the program's output and
    /// exit code.
    private func ending(_ terminal: TmuxSession) async throws -> (output: String, code: String) {
        let lines = try await terminal.see { $0.first == "the shell again" }
        #expect(lines?.dropFirst().allSatisfy(\.isEmpty) == true, "\(lines ?? [])")
        return (try LongwaveBinary.read(directory.path + "/out"), try LongwaveBinary.read(directory.path + "/code"))
    }

    @Test func typeAndPick() async throws {
        let terminal = try pick(["--print", "--prompt", "Which"])
        let all = try #require(try await terminal.see { $0[0].hasPrefix("Which> ") && $0[1].hasPrefix("> ") })
        #expect(all.count == 24)
        #expect(all[1].contains("Nord") && all[2].contains("日本の声") && all[3].contains("Süd"))
        try terminal.press("ja", "z")
        let some = try #require(try await terminal.see { $0[0].hasSuffix("2 of 3") })
        #expect(some[0].hasPrefix("Which> jaz ") && some[2].contains("Süd") && !some[3].contains("Süd"))
        try terminal.press("Down")
        _ = try #require(try await terminal.see { $0[2].hasPrefix("> ") && $0.contains { $0.hasPrefix("FR · jazz") } })
        try terminal.press("Enter")
        let end = try await ending(terminal)
        #expect(end.output == "sued\n" && end.code == "0\n")
    }

    /// Escape, Ctrl-C and Ctrl-D leave the picker without a choice: nothing is printed, and the terminal is restored.
    @Test(arguments: ["Escape", "C-c", "C-d"]) func leaving(_ key: String) async throws {
        let terminal = try pick(["--print"])
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") })
        try terminal.press(key)
        let end = try await ending(terminal)
        #expect(end.output == "" && end.code == "130\n")
    }

    @Test func nothingToChooseIsNoCancel() async throws {
        let terminal = try pick(["--print", "qqqqqq"])
        _ = try #require(try await terminal.see { $0[1].contains("no station matches") })
        try terminal.press("Enter")
        let end = try await ending(terminal)
        #expect(end.output == "" && end.code == "1\n")
    }

    @Test func severalInTheirOrder() async throws {
        let terminal = try pick(["--print", "--many", "--group-by", "country"])
        let groups = try #require(try await terminal.see { $0[1] == "DE (1)" })
        #expect(groups[3] == "FR (1)" && groups[5] == "JP (1)")
        try terminal.press("End", "Tab", "Home", "Tab")
        let marked = try #require(try await terminal.see { $0[0].contains("2 marked") })
        #expect(marked[2].contains("● ") && marked[6].contains("● "))
        try terminal.press("Enter")
        #expect(try await ending(terminal).output == "nihon\nnord\n")
    }

    /// The terminal becomes narrow, tiny and wide. The selected line stays visible, and no wide character is cut.
    @Test func anotherSize() async throws {
        let terminal = try pick(["--print"])
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") })
        try terminal.press("Down")
        for (columns, rows) in [(40, 10), (20, 3), (132, 50), (80, 24)] {
            try terminal.resize(columns: columns, rows: rows)
            let seen = try await terminal.see { lines in
                lines.count == rows && lines.contains { $0.hasPrefix("> ") && $0.contains("日本の声") }
                    && lines.allSatisfy { DisplayWidth.of($0) <= columns }
            }
            let shown = try terminal.lines()
            #expect(seen != nil, "\(columns)x\(rows): \(shown)")
        }
        try terminal.press("Enter")
        #expect(try await ending(terminal).output == "nihon\n")
    }

    @Test func favouritesAndStarsAreKept() async throws {
        let terminal = try pick(["--print"])
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") })
        try terminal.press("C-f", "C-r", "C-r")
        _ = try #require(try await terminal.see { $0[1].contains("♥★★ ") })
        try terminal.press("Down")
        try terminal.press("M-5")
        _ = try #require(try await terminal.see { $0[2].contains("★★★★★") })
        try terminal.press("Escape")
        #expect(try await ending(terminal).code == "130\n")
        let list = try LongwaveBinary.run(
            ["list", "--library", library, "--sort", "rating", "--format", "tsv"], environment: environment)
        let rows = list.lines.dropFirst().map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(rows.map { $0[1] } == ["日本の声", "Nord", "Süd"], "\(list.output)")
        #expect(rows[1][8...9] == ["yes", "2"])
    }

    /// Ctrl-P plays the selected station. Ctrl-P again stops it.
    @Test func listening() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try TextFile.write(
            #"{"station":[{"name":"Here","streamURL":"\#(station.url)","id":"here"}]}"#, to: library)
        let terminal = try pick(["--print", "--output", "null"])
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") })
        try terminal.press("C-p")
        _ = try #require(try await terminal.see { $0[22].hasPrefix("playing") && $0[22].contains("Here") })
        try terminal.press("C-p")
        _ = try #require(try await terminal.see { !$0.contains { $0.hasPrefix("playing") } })
        try terminal.press("C-p")
        _ = try #require(try await terminal.see { $0[22].hasPrefix("playing") })
        try terminal.press("Enter")
        #expect(try await ending(terminal).output == "here\n")
    }

    /// The picker starts with the volume of the last run. Keys change the volume, and the new one is stored.
    @Test func theVolumeIsRemembered() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try TextFile.write(
            #"{"station":[{"name":"Here","streamURL":"\#(station.url)","id":"here"}]}"#, to: library)
        let state = directory.path + "/data/longwave/state.json"
        mkdir(directory.path + "/data", 0o755)
        mkdir(directory.path + "/data/longwave", 0o755)
        try TextFile.write(#"{"volume":0.4}"#, to: state)
        let terminal = try pick(["--print", "--output", "null"])
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") })
        try terminal.press("C-p")
        _ = try #require(try await terminal.see { $0[22].hasPrefix("playing") && $0[22].contains("volume 40 %") })
        try terminal.press("M--", "M--", "M-+")
        _ = try #require(try await terminal.see { $0[22].contains("volume 35 %") })
        try terminal.press("C-p", "M-+")
        _ = try #require(try await terminal.see { $0[22].hasPrefix("volume 40 %") })
        try terminal.press("M--", "Enter")
        #expect(try await ending(terminal).output == "here\n")
        #expect(try LongwaveBinary.read(state).contains("0.35"))
    }

    /// Without `--print`, the picker plays the chosen station.
    @Test func whatWasPickedPlays() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try TextFile.write(
            #"{"station":[{"name":"Here","streamURL":"\#(station.url)","id":"here"}]}"#, to: library)
        let terminal = try pick(["--output", "null", "--format", "json", "--no-history"])
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") })
        try terminal.press("Enter")
        let path = directory.path + "/out"
        #expect(try await eventually { try LongwaveBinary.read(path).contains(#""status":"playing""#) })
        try terminal.press("C-c")
        #expect(try await eventually { try LongwaveBinary.read(directory.path + "/code") == "130\n" })
    }

    /// Ctrl-Z returns the terminal to the shell. The shell's command `fg` continues the picker.
    @Test func stoppedAndContinued() async throws {
        let settings = LongwaveBinary.environment(environment).filter { $0.key != "TERM" }
        try TextFile.write(
            "exec env " + settings.map { "'\($0.key)=\($0.value)'" }.joined(separator: " ")
                + " '\(LongwaveBinary.path)' pick --print --library '\(library)' > '\(directory.path)/out'\n",
            to: directory.path + "/pick.sh")
        let terminal = try TmuxSession("PS1='$ ' bash --norc --noprofile", in: directory)
        _ = try #require(try await terminal.see { $0[0].hasPrefix("$") })
        try terminal.press("sh '\(directory.path)/pick.sh'", "Enter")
        _ = try #require(try await terminal.see { $0[1].hasPrefix("> ") && $0[1].contains("Nord") })
        try terminal.press("Down")
        _ = try #require(try await terminal.see { $0[2].hasPrefix("> ") })
        try terminal.press("C-z")
        _ = try #require(try await terminal.see { $0.contains { $0.contains("Stopped") } })
        try terminal.press("fg", "Enter")
        _ = try #require(try await terminal.see { $0[2].hasPrefix("> ") && $0[2].contains("日本の声") })
        try terminal.press("Enter")
        #expect(try await eventually { try LongwaveBinary.read(directory.path + "/out") == "nihon\n" })
    }

    /// A listed station is played by its address. `play`, `list` and `pick` still identify it by its id in the list.
    @Test func whatPickPrintsPlays() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try TextFile.write(
            #"{"station":[{"name":"Here","streamURL":"\#(station.url)","id":"here"}]}"#, to: library)
        func run(_ arguments: [String]) throws -> LongwaveBinary.Run {
            try LongwaveBinary.run(arguments, environment: environment)
        }
        let sound = ["--for", "1", "--output", "null", "--quiet"]
        #expect(try run(["play", station.url] + sound).code == 0)
        let list = try run(["list", "--library", library, "--json"]).output
        #expect(list.contains(#""id":"here""#) && list.contains(#""plays":1"#), "\(list)")
        let settings = LongwaveBinary.environment(environment).map { "'\($0.key)=\($0.value)'" }
        let program = "env -i " + settings.joined(separator: " ") + " '\(LongwaveBinary.path)'"
        let script = """
            id=$(echo 1 | \(program) pick --print --library '\(library)' 2>/dev/null) && echo "$id" &&
            \(program) play "$id" --library '\(library)' \(sound.joined(separator: " "))
            """
        let child = try ChildProcess("sh", ["-c", script], output: .piped)
        #expect(child.readAll() == "here\n")
        #expect(child.wait() == 0)
        #expect(try run(["list", "--library", library, "--json"]).output.contains(#""plays":2"#))
    }

    static let answers: [(String, String, Int32)] = [
        (#"2\n"#, "nihon\n", 0), (#"\n"#, "", 1), ("", "", 130), (#"9\n3\n"#, "sued\n", 0),
        (#"jazz\nnord\n"#, "nord\n", 0),
        (#"jazz\n"#, "", 130),
    ]

    @Test(arguments: answers) func withoutATerminal(_ input: String, _ output: String, _ code: Int32) throws {
        let settings = LongwaveBinary.environment(environment).map { "'\($0.key)=\($0.value)'" }
        let child = try ChildProcess(
            "sh",
            [
                "-c",
                "printf '\(input)' | env -i " + settings.joined(separator: " ")
                    + " '\(LongwaveBinary.path)' pick --print --library '\(library)' 2> '\(directory.path)/errors'",
            ], output: .piped)
        #expect(child.readAll() == output)
        #expect(child.wait() == code)
        let asked = try LongwaveBinary.read(directory.path + "/errors")
        #expect(asked.hasPrefix("    1  Nord\n    2  日本の声\n    3  Süd\na number, or words"))
        if input.hasPrefix("9") { #expect(asked.contains("Number 9 is not in the list.")) }
    }
}

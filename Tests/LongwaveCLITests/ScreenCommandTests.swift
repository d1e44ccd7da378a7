import Glibc
import LongwaveTerminal
import TestSupport
import Testing

/// The built program on the whole of a real terminal.
@Suite struct ScreenCommandTests {
    private let directory: TemporaryDirectory
    private let library: String

    init() throws {
        directory = try TemporaryDirectory()
        library = directory.path + "/stations.json"
        try list([("Nord", "http://127.0.0.1:1/n"), ("日本の声", "http://127.0.0.1:1/j")])
    }

    private func list(_ stations: [(String, String)]) throws {
        let entries = stations.map { #"{"name":"\#($0.0)","streamURL":"\#($0.1)","id":"\#($0.0)","country":"DE"}"# }
        try TextFile.write("{\"station\":[" + entries.joined(separator: ",") + "]}", to: library)
    }

    private var environment: [String: String] {
        let path = directory.path
        return [
            "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state",
            "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache", "XDG_RUNTIME_DIR": path + "/run",
            "LONGWAVE_LIBRARY": library,
        ]
    }

    /// The program in tmux; its exit code comes into a file when it has ended.
    private func screen(
        _ arguments: [String] = ["screen", "--output", "null"], columns: Int = 80, rows: Int = 24,
        _ more: [String: String] = [:], prepare: String = ""
    ) throws -> TmuxSession {
        let settings = LongwaveBinary.environment(environment.merging(more) { $1 }).filter { $0.key != "TERM" }
        let words = settings.map { "'\($0.key)=\($0.value)'" } + ["'\(LongwaveBinary.path)'"] + arguments
        let command =
            prepare + "trap : INT; env -u LC_ALL " + words.joined(separator: " ")
            + " 2> '\(directory.path)/errors'; echo $? > '\(directory.path)/code.part';"
            + " mv '\(directory.path)/code.part' '\(directory.path)/code'; echo the shell again; cat"
        return try TmuxSession(command, columns: columns, rows: rows, in: directory)
    }

    /// Its exit code, once the shell is there again and has all of the terminal.
    private func ending(_ terminal: TmuxSession) async throws -> String {
        let lines = try await terminal.see { $0.first == "the shell again" }
        #expect(lines?.dropFirst().allSatisfy(\.isEmpty) == true, "\(lines ?? [])")
        return try LongwaveBinary.read(directory.path + "/code")
    }

    private func isPlaying(_ lines: [String], _ station: String) -> Bool {
        lines.contains { $0.hasPrefix("playing") } && lines.contains { $0.hasPrefix("▸") && $0.contains(station) }
    }

    /// Waits until `condition` holds of what is seen, and says what was seen where it never does.
    private func see(
        _ terminal: TmuxSession, at location: SourceLocation = #_sourceLocation, _ condition: ([String]) -> Bool
    ) async throws -> [String] {
        let lines = try await terminal.see(condition)
        let last = try terminal.lines()
        return try #require(lines, "\(last.joined(separator: "\n"))", sourceLocation: location)
    }

    // MARK: Opening and leaving

    @Test func aloneItOpensTheScreen() async throws {
        let terminal = try screen([])
        let lines = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        #expect(lines[0].hasPrefix(" Stations  Search  Heard  Queue  Recordings  Keys") && lines[0].hasSuffix("1/2"))
        #expect(lines[3].contains("日本の声") && lines[21] == "stopped" && lines[23].hasPrefix("? all keys"))
        try terminal.press("q")
        #expect(try await ending(terminal) == "0\n")
    }

    @Test func withoutATerminalItPrintsHelp() throws {
        let run = try LongwaveBinary.run([], environment: environment)
        #expect(run.code == 0 && run.output.contains("SUBCOMMANDS"))
        let wrong = try LongwaveBinary.run(["screen"], environment: environment)
        #expect(wrong.code == 64 && wrong.errors.contains("needs a terminal"))
        let unknown = try LongwaveBinary.run(["plya"], environment: environment)
        #expect(unknown.code == 64)
    }

    @Test(arguments: [("C-c", "130\n"), ("C-d", "0\n"), ("Q", "0\n")]) func leaving(_ key: String, _ code: String)
        async throws
    {
        let terminal = try screen()
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        try terminal.press(key)
        #expect(try await ending(terminal) == code)
    }

    /// Ctrl-Z gives the terminal back to the shell; `fg` brings the screen back as it was.
    @Test func stoppedAndContinued() async throws {
        let settings = LongwaveBinary.environment(environment).filter { $0.key != "TERM" }
        try TextFile.write(
            "exec env " + settings.map { "'\($0.key)=\($0.value)'" }.joined(separator: " ")
                + " '\(LongwaveBinary.path)' screen --output null\n", to: directory.path + "/screen.sh")
        let terminal = try TmuxSession("PS1='$ ' bash --norc --noprofile", in: directory)
        _ = try await see(terminal) { $0[0].hasPrefix("$") }
        try terminal.press("sh '\(directory.path)/screen.sh'", "Enter")
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        try terminal.press("?")
        _ = try await see(terminal) { $0[2] == "What plays" }
        try terminal.press("C-z")
        _ = try await see(terminal) { $0.contains { $0.contains("Stopped") } }
        try terminal.press("fg", "Enter")
        _ = try await see(terminal) { $0[2] == "What plays" && $0[0].hasPrefix(" Stations") }
        try terminal.press("q")
        _ = try await see(terminal) { $0.contains { $0.hasPrefix("$") } && !$0.contains("What plays") }
    }

    @Test func everySize() async throws {
        let terminal = try screen()
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        for (columns, rows) in [(120, 40), (40, 12), (20, 5), (300, 100), (30, 3), (80, 24)] {
            try terminal.resize(columns: columns, rows: rows)
            let seen = try await terminal.see { lines in
                lines.count == rows && lines.contains { $0.contains("Nord") }
                    && lines.contains { $0.contains("stopped") }
                    && lines.allSatisfy { DisplayWidth.of($0) <= columns }
            }
            let shown = try terminal.lines()
            #expect(seen != nil, "\(columns)x\(rows): \(shown)")
        }
    }

    // MARK: Playing

    /// Another station takes over; one that fails is marked with the reason, and what was heard goes on.
    @Test func zapping() async throws {
        let (first, second) = (
            try IcyServer([try .init(.mp3, title: "One")]), try IcyServer([try .init(.mp3, title: "Two")])
        )
        let dead = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer {
            first.stop()
            second.stop()
            dead.stop()
        }
        try list([("First", first.url), ("Second", second.url), ("Dead", dead.url("/x"))])
        let terminal = try screen()
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("First") }
        try terminal.press("Enter")
        _ = try await see(terminal) { isPlaying($0, "First") && $0.contains { $0 == "One" } }
        try terminal.press("End", "Enter")
        let marked = try await see(terminal) { $0[4].contains("not found") }
        #expect(isPlaying(marked, "First") && marked[23].hasPrefix("Dead: "))
        #expect(first.connectionCount == 1, "what was heard was not left")
        try terminal.press("Up", "Enter")
        _ = try await see(terminal) { isPlaying($0, "Second") && $0.contains { $0 == "Two" } }
        // n and p go through the list that it was chosen from.
        try terminal.press("p")
        _ = try await see(terminal) { isPlaying($0, "First") }
        try terminal.press("Space")
        _ = try await see(terminal) { $0.contains { $0.hasPrefix("paused") } }
        try terminal.press("-")
        _ = try await see(terminal) { $0.contains { $0.contains("volume 95 %") } }
        try terminal.press("3")
        let heard = try await see(terminal) { lines in lines.contains { $0.contains("Two") && $0.hasSuffix("Second") } }
        #expect(heard.contains { $0.contains("One") && $0.hasSuffix("First") })
    }

    @Test func aTitleIsLikedAndKept() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try list([("Here", station.url)])
        let terminal = try screen(["screen", "--output", "null", "--recordings", "'\(directory.path)/kept'"])
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        _ = try await see(terminal) { $0.contains("Sinnerman") && $0.contains("Nina Simone") }
        try terminal.press("*")
        _ = try await see(terminal) { $0[23] == "you like Nina Simone - Sinnerman" }
        try terminal.press("3")
        _ = try await see(terminal) { $0[2].contains("♥ Nina Simone - Sinnerman") }
        try terminal.press("*")
        _ = try await see(terminal) { $0[2].contains("  Nina Simone - Sinnerman") }
        try terminal.press("o")
        _ = try await see(terminal) { $0.contains { $0.contains("https://musicbrainz.org/") } }
        try terminal.press("Escape")
        _ = try await see(terminal) { $0[2].contains("Nina Simone - Sinnerman") }
        try terminal.press("R")
        _ = try await see(terminal) { $0.contains { $0.contains("recording 0:0") } }
        try terminal.press("R")
        _ = try await see(terminal) { $0[23].contains("is written") }
        try terminal.press("5")
        _ = try await see(terminal) { $0[2].contains("Here") && $0[2].contains(" kB") }
        try terminal.press("Enter")
        _ = try await see(terminal) { $0.contains { $0.contains(" / 0:0") } }
    }

    @Test func theQueue() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try list([("Here", station.url), ("There", station.url + "?2")])
        let terminal = try screen()
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        _ = try await see(terminal) { isPlaying($0, "Here") }
        try terminal.press("Down", "E", "4")
        let queue = try await see(terminal) { $0[4].contains("3  There") }
        #expect(queue[2].hasPrefix("▸   1  Here") && queue[3].contains("2  There"))
        try terminal.press("Down", "x")
        _ = try await see(terminal) { !$0[4].contains("There") && $0[3].contains("2  There") }
        try terminal.press("}", "{", "End", "Enter")
        _ = try await see(terminal) { $0[3].hasPrefix("▸   2  Here") }
    }

    // MARK: Searching and editing

    /// Found stations play before they are added; what was added is taken back.
    @Test func searching() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Found it")])
        let directoryServer = try RadioBrowserServer(
            (1...3).map { RadioBrowserServer.Entry($0, name: "Wave \($0)", url: station.url + "?\($0)") })
        defer {
            station.stop()
            directoryServer.stop()
        }
        let terminal = try screen(["screen", "--output", "null"], ["LONGWAVE_DIRECTORY": directoryServer.url])
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        try terminal.press("/", "w", "a", "v", "e")
        let found = try await see(terminal) { $0[3] == "radio-browser (3)" }
        #expect(found[1].hasPrefix("/ wave") && found[2] == "Your stations (0)")
        try terminal.press("Enter")
        _ = try await see(terminal) { isPlaying($0, "Wave 3") && $0.contains("Found it") }
        try terminal.press("a")
        _ = try await see(terminal) { $0[2] == "Your stations (1)" && $0[4] == "radio-browser (2)" }
        let listed = try LongwaveBinary.run(["list", "--format", "tsv"], environment: environment).output
        #expect(listed.contains("Wave 3"))
        try terminal.press("u")
        _ = try await see(terminal) { $0[2] == "Your stations (0)" && $0[23].contains("taken back") }
        #expect(
            !(try LongwaveBinary.run(["list", "--format", "tsv"], environment: environment).output.contains("Wave")))
        // Of the texts on the way not all were asked about, and never two at once.
        #expect(directoryServer.requests.count <= 3)
    }

    @Test func editing() async throws {
        let terminal = try screen(
            ["screen", "--output", "null", "--library", "'\(library)'"], ["LONGWAVE_LIBRARY": ""])
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        try terminal.press("c", "C-u", "Süd", "Enter")
        _ = try await see(terminal) { $0[2].contains("Süd") && $0[23].contains("u takes it back") }
        try terminal.press("t", "jazz, soul", "Enter")
        _ = try await see(terminal) { $0[2].contains("jazz, soul") }
        try terminal.press("}")
        _ = try await see(terminal) { $0[2].contains("日本の声") && $0[3].contains("Süd") }
        try terminal.press("x")
        _ = try await see(terminal) { $0[0].hasSuffix("1/1") }
        for _ in 0..<4 { try terminal.press("u") }
        _ = try await see(terminal) { $0[2].contains("Nord") && !$0[2].contains("jazz") && $0[0].hasSuffix("/2") }
        try terminal.press("f")
        _ = try await see(terminal) { $0.contains { $0.contains("♥") } }
        try terminal.press(".")
        _ = try await see(terminal) { $0[0].hasSuffix("1/1") && $0[2].contains("♥") }
        try terminal.press("q")
        #expect(try await ending(terminal) == "0\n")
        let text = try LongwaveBinary.read(library)
        #expect(text.contains(#""name":"Nord","streamURL":"http://127.0.0.1:1/n","id":"Nord","country":"DE""#))
    }

    /// A station of a list that is not the listener's stays as it is.
    @Test func whatIsNotOwnIsNotChanged() async throws {
        let before = try LongwaveBinary.read(library)
        mkdir(directory.path + "/longwave", 0o755)
        try #require(symlink(library, directory.path + "/longwave/stations.json") == 0)
        let terminal = try screen(
            ["screen", "--output", "null"], ["LONGWAVE_LIBRARY": "", "XDG_DATA_DIRS": directory.path])
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        try terminal.press("x")
        _ = try await see(terminal) { $0[23].contains("a list that is not yours") }
        #expect(try LongwaveBinary.read(library) == before)
    }

    // MARK: Terminals

    @Test func theTitleOfTheWindow() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try list([("Here", station.url)])
        let terminal = try screen()
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        #expect(try await eventually { try terminal.value("#{pane_title}") == "Here: Nina Simone - Sinnerman" })
    }

    @Test func theMouseAndTheCursor() async throws {
        let terminal = try screen()
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Nord") }
        #expect(try terminal.value("#{cursor_flag}") == "0")
        // X10's report: a press at the fourth row, and at the name of the queue.
        func click(_ row: UInt8, _ column: UInt8) throws {
            for button: UInt8 in [0x20, 0x23] {
                try terminal.send([0x1B, 0x5B, 0x4D, button, 0x21 + column, 0x21 + row])
            }
        }
        try click(3, 10)
        _ = try await see(terminal) { $0[0].hasSuffix("2/2") }
        try click(0, 27)
        _ = try await see(terminal) { $0[1].contains("What is played") }
        try terminal.press("/", "n")
        _ = try await see(terminal) { $0[1].hasPrefix("/ n") }
        #expect(try await eventually { try terminal.value("#{cursor_flag} #{cursor_x},#{cursor_y}") == "1 3,1" })
    }

    /// Without colours nothing is lost; with them what plays is green.
    @Test(arguments: [false, true]) func colours(_ hasNone: Bool) async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try list([("Here", station.url)])
        let terminal = try screen(["screen", "--output", "null"], ["NO_COLOR": hasNone ? "1" : ""])
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        _ = try await see(terminal) { isPlaying($0, "Here") }
        let text = try terminal.styled()
        #expect(text.contains("\u{1B}[32m") != hasNone, "\(text)")
        #expect(text.contains("playing"))
    }

    @Test func inLines() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try list([("Here", station.url), ("There", "http://127.0.0.1:1/")])
        let terminal = try screen(["screen", "--plain", "--output", "null"])
        _ = try await see(terminal) { $0.contains("Stations, All, 1 of 2: Here, DE") }
        try terminal.press("Down")
        _ = try await see(terminal) { $0.contains("Stations, All, 2 of 2: There, DE") }
        try terminal.press("Up", "Enter")
        _ = try await see(terminal) { $0.contains("playing: Here, Nina Simone, Sinnerman") }
        try terminal.press("q")
        #expect(try await eventually { try LongwaveBinary.read(directory.path + "/code") == "0\n" })
    }

    // MARK: The shared player

    @Test func itIsAClientOfTheSharedPlayer() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Shared one")])
        defer { station.stop() }
        try list([("Here", station.url), ("There", station.url + "?2")])
        let service = try ServeTests.Service(["--output", "null"], ["LONGWAVE_LIBRARY": library])
        let terminal = try screen(["screen"], service.environment)
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        _ = try await see(terminal) { isPlaying($0, "Here") && $0.contains("Shared one") }
        #expect(service.says(#""status":"playing""#, #""name":"Here""#))
        try terminal.press("-", "4")
        let queue = try await see(terminal) { $0[3].contains("2  There") && $0[22].contains("volume 95 %") }
        #expect(queue[2].hasPrefix("▸") && queue[22].contains("shared player"))
        #expect(try service.ctl("pause").code == 0)
        _ = try await see(terminal) { $0[21].hasPrefix("paused") }
        try terminal.press("q")
        #expect(try await eventually { try LongwaveBinary.read(directory.path + "/code") == "0\n" })
        #expect(service.isThere)
    }

    /// What is heard goes on in a service that is started for it, and the screen leaves only then.
    @Test(.enabled(if: PulseServer.isInstalled)) func detaching() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Goes on")])
        defer { station.stop() }
        try list([("Here", station.url), ("There", station.url + "?2")])
        let socket = directory.path + "/pulse"
        let more = ["PULSE_SERVER": "unix:" + socket]
        let terminal = try screen(["screen"], more)
        _ = try await see(terminal) { $0.count > 3 && $0[2].contains("Here") }
        // It ends by itself where nobody plays for a minute.
        let sound = try PulseServer(socket: socket)
        defer { sound.stop() }
        try terminal.press("Enter")
        _ = try await see(terminal) { isPlaying($0, "Here") }
        try terminal.press("d")
        #expect(try await ending(terminal) == "0\n")
        let settings = environment.merging(more) { $1 }
        let status = try LongwaveBinary.run(["ctl", "status", "--json"], environment: settings).output
        #expect(status.contains(#""status":"playing""#) && status.contains(#""name":"Here""#))
        #expect(sound.streams.count == 1)
        // The queue came along.
        let queue = try LongwaveBinary.run(["ctl", "queue"], environment: settings).output
        #expect(queue.contains("Here") && queue.contains("There"), "\(queue)")
        try endService(directory.path + "/run/longwave/control.sock")
    }

    /// The service that listens there was started by nobody here: its socket tells who it is.
    private func endService(_ path: String) throws {
        let descriptor = try #require(UnixSocket.connected(to: path))
        defer { close(descriptor) }
        // pid, uid and gid (unix(7), SO_PEERCRED).
        var peer: [Int32] = [0, 0, 0]
        var length = socklen_t(12)
        try #require(getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer[0] > 1)
        kill(peer[0], SIGTERM)
    }
}

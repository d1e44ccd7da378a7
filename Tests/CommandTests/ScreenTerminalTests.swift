import Glibc
import LongwaveTerminal
import TestSupport
import Testing

/// The screen on terminals of every size and kind: how it is drawn, and how it takes over and restores the terminal.
@Suite(.serialized) struct ScreenTerminalTests {
    private let home: ScreenHome

    init() throws { home = try ScreenHome() }

    // MARK: Opening and leaving

    @Test func aloneItOpensTheScreen() async throws {
        let terminal = try home.open([])
        let lines = try await terminal.see { $0.count > 3 && $0[2].contains("Nord") }
        #expect(lines[0].hasPrefix(" Stations  Search  Heard  Queue  Recordings  Schedule  Keys"))
        #expect(lines[0].hasSuffix("1/2"))
        #expect(lines[3].contains("日本の声") && lines[21] == "stopped" && lines[23].hasPrefix("? all keys"))
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
    }

    @Test func withoutATerminalItPrintsHelp() throws {
        let run = try home.run()
        #expect(run.code == 0 && run.output.contains("SUBCOMMANDS"))
        let wrong = try home.run("screen")
        #expect(wrong.code == 64 && wrong.errors.contains("needs a terminal"))
        #expect(try home.run("plya").code == 64)
    }

    @Test(arguments: [("C-c", "130"), ("C-d", "0"), ("Q", "0")]) func leaving(_ key: String, _ code: String)
        async throws
    {
        let terminal = try await home.screen()
        try terminal.press(key)
        #expect(try await terminal.ending() == code)
    }

    /// The keys that end the program also work while the search field, a question or the help is open.
    @Test(arguments: [("/", "C-d", "0"), ("c", "C-c", "130"), ("?", "q", "0")])
    func leavingFromElsewhere(_ key: String, _ end: String, _ code: String) async throws {
        let terminal = try await home.screen()
        try terminal.press(key)
        try await terminal.see { !$0[1].hasPrefix(" All  ") || $0[23].hasPrefix("name: ") }
        try terminal.press(end)
        #expect(try await terminal.ending() == code)
    }

    @Test func aSignalEndsIt() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        kill(try await terminal.program(), SIGTERM)
        #expect(try await terminal.ending() == "0")
        #expect(await eventually { station.connectionCount == 0 })
    }

    /// The terminal is closed. The program closes its connections and ends.
    @Test func theTerminalIsClosed() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        var terminal: ScreenTerminal? = try await home.screen()
        try terminal?.press("Enter")
        try await terminal?.seePlaying("Here")
        let program = try #require(try await terminal?.program())
        terminal = nil
        #expect(await eventually { kill(program, 0) != 0 && errno == ESRCH })
        #expect(await eventually { station.connectionCount == 0 })
    }

    /// Ctrl-Z returns the terminal to the shell. The shell's command `fg` brings the screen back as it was.
    @Test func stoppedAndContinued() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Goes on")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let settings = LongwaveBinary.environment(home.environment).filter { $0.key != "TERM" }
        try TextFile.write(
            "exec env " + settings.map { "'\($0.key)=\($0.value)'" }.joined(separator: " ")
                + " '\(LongwaveBinary.path)' screen --output null\n", to: home.path + "/screen.sh")
        let session = try TmuxSession("PS1='$ ' bash --norc --noprofile", in: home.directory)
        func see(_ condition: ([String]) -> Bool) async throws {
            let lines = try await session.see(condition)
            let last = try session.lines()
            _ = try #require(lines, "\(last.joined(separator: "\n"))")
        }
        try await see { $0[0].hasPrefix("$") }
        try session.press("sh '\(home.path)/screen.sh'", "Enter")
        try await see { $0.count > 3 && $0[2].contains("Here") }
        try session.press("Enter")
        try await see { $0[21].hasPrefix("playing") }
        try session.press("?")
        try await see { $0[2].hasPrefix("Playing: ") }
        try session.press("C-z")
        try await see { $0.contains { $0.contains("Stopped") } }
        // While the program is stopped, the shell works as usual.
        try session.press("echo $((6*7))", "Enter")
        try await see { $0.contains("42") }
        try session.press("fg", "Enter")
        try await see { $0[2].hasPrefix("Playing: ") && $0[0].hasPrefix(" Stations") && $0[18] == "Goes on" }
        try session.press("q")
        try await see { $0.contains { $0.hasPrefix("$") } && !$0.contains { $0.hasPrefix("Playing: ") } }
    }

    // MARK: Sizes

    @Test(arguments: [
        (120, 40), (80, 24), (40, 12), (20, 5), (300, 100), (30, 3), (33, 9), (48, 18), (100, 18), (10, 1),
    ])
    func everySize(_ columns: Int, _ rows: Int) async throws {
        let terminal = try await home.screen()
        try terminal.session.resize(columns: columns, rows: rows)
        let seen = try await terminal.see { lines in
            lines.count == rows && lines.contains { $0.contains(rows == 1 ? "stopped" : "Nord") }
                && lines.contains { $0.contains("stopped") }
        }
        #expect(seen.allSatisfy { DisplayWidth.of($0) <= columns }, "\(seen)")
        try terminal.session.resize(columns: 80, rows: 24)
        try await terminal.see { $0.count == 24 && $0[2].contains("Nord") && $0[21] == "stopped" }
    }

    /// The screen can be opened in a very small and a very large terminal, and each page has at least one line there.
    @Test(arguments: [(20, 5), (300, 100)]) func openedInAnotherSize(_ columns: Int, _ rows: Int) async throws {
        let terminal = try home.open(columns: columns, rows: rows)
        try await terminal.see { $0.count == rows && $0.contains { $0.contains("Nord") } }
        for (key, text) in [("3", "no titles yet"), ("4", "the queue is em"), ("?", "Playing")] {
            try terminal.press(key)
            try await terminal.see(text)
        }
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
    }

    @Test func anotherSizeWhileItPlaysAndAsks() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "Song" && $0[21].hasPrefix("playing") }
        try terminal.press("c", "C-u", "Other")
        try await terminal.see { $0[23] == "name: Other" }
        for (columns, rows) in [(40, 12), (20, 5), (120, 40), (25, 8), (80, 24)] {
            try terminal.session.resize(columns: columns, rows: rows)
            try await terminal.see { $0.count == rows && $0[rows - 1].hasPrefix("name: Other") }
            let cursor = "1 11,\(rows - 1)"
            #expect(
                try await eventually { try terminal.session.value("#{cursor_flag} #{cursor_x},#{cursor_y}") == cursor })
        }
        try terminal.press("Enter")
        try await terminal.see { $0[2].hasPrefix("▸") && $0[2].contains("Other") && $0[18] == "Song" }
        #expect(station.requests.count == 1)
    }

    // MARK: What is drawn

    /// Another program writes to the terminal. Ctrl-L draws the screen anew.
    @Test func drawnAnew() async throws {
        let terminal = try await home.screen()
        let before = try terminal.session.lines()
        let path = try terminal.session.value("#{pane_tty}")
        let descriptor = Glibc.open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let text = "\u{1B}[3;1Hgarbage\u{1B}[12;30Hmore of it"
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        close(descriptor)
        try await terminal.see { $0[2].hasPrefix("garbage") && $0[11].contains("more of it") }
        try terminal.press("C-l")
        try await terminal.see { $0 == before }
    }

    /// In a locale without UTF-8, the screen consists only of ASCII characters.
    @Test func inASCII() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Müller – Straße")])
        defer { station.stop() }
        try home.list(.init("Café", station.url), .init("日本の声"))
        let terminal = try home.open(["screen", "--output", "null"], ["LANG": "C"])
        try await terminal.see { $0.count > 3 && $0[2].contains("Cafe") && $0[3].contains("????") }
        try terminal.press("Enter")
        let lines = try await terminal.see { lines in
            lines[2].hasPrefix(">")
                && ["Muller", "Strasse"].allSatisfy { word in lines.contains { $0.contains(word) } }
        }
        #expect(lines.joined().allSatisfy { $0.isASCII }, "\(lines)")
    }

    @Test func aTerminalThatIsNotKnown() async throws {
        let terminal = try home.open(["screen", "--output", "null"], ["TERM": "no-such-terminal"])
        try await terminal.see { $0.first == "the shell again" }
        #expect(try terminal.errors().contains("unknown terminal type no-such-terminal"))
        #expect(try terminal.code() == "69")
    }

    // MARK: In lines

    @Test(arguments: [("tmux-256color", ["--plain"]), ("dumb", [])])
    func inLines(_ type: String, _ arguments: [String]) async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try home.list(.init("Here", station.url), .init("There"))
        let terminal = try home.open(["screen", "--output", "null"] + arguments, ["TERM": type])
        try await terminal.see { $0.contains("Stations, All, 1 of 2: Here, DE") }
        try terminal.press("Down")
        try await terminal.see { $0.contains("Stations, All, 2 of 2: There, DE") }
        try terminal.press("Up", "Enter")
        try await terminal.see { $0.contains("playing: Here, Nina Simone, Sinnerman") }
        try terminal.press("q")
        #expect(try await eventually { try terminal.code() == "0" })
        #expect(try terminal.session.lines().allSatisfy { !$0.contains("[") })
    }

    /// With `--plain`, the program prints lines instead of pages. The keys are the same, and each one prints a line.
    @Test func commandsInLines() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try home.list(.init("Here", station.url), .init("There", station.url + "?2"))
        let terminal = try home.open(["screen", "--output", "null", "--plain"], rows: 60)
        try await terminal.see { $0.first == "Longwave. ? lists all keys, q quits." }
        try terminal.press("/", "the")
        try await terminal.see { $0.contains { $0.hasPrefix("Search the, 1 of 1: There") } }
        try terminal.press("Enter")
        try await terminal.see { $0.contains("playing: There, Nina Simone, Sinnerman") }
        try terminal.press("4")
        try await terminal.see { $0.contains("Queue, 1 of 1: There, plays") }
        try terminal.press("1", "e")
        try await terminal.see { $0.contains { $0.hasPrefix("added to the queue: ") } }
        try terminal.press("f")
        try await terminal.see { $0.contains { $0.hasPrefix("Stations, All") && $0.contains("favourite") } }
        try terminal.press("M-3")
        try await terminal.see { $0.contains { $0.contains("favourite, 3 stars") } }
        try terminal.press("Space")
        try await terminal.see { $0.contains { $0.hasPrefix("paused: There") } }
        try terminal.press("c")
        try await terminal.see { $0.contains("name: Here") }
        try terminal.press("X", "Enter")
        try await terminal.see { $0.contains { $0.contains("u: undo") } }
        try terminal.press("?")
        try await terminal.see { $0.contains { $0.hasPrefix("space Ctrl-P: pause") } }
        try terminal.press("Down")
        try await terminal.see { $0.contains("q Ctrl-D: quit") }
        try terminal.press("3")
        try await terminal.see { $0.contains { $0.hasPrefix("Heard, 1 of ") && $0.contains("Sinnerman") } }
        try terminal.press("o")
        try await terminal.see { $0.contains { $0.hasPrefix("Links for the title, 1 of ") } }
        try terminal.press("Escape", "C-d")
        #expect(try await eventually { try terminal.code() == "0" })
    }
}

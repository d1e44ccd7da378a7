import Glibc
import TestSupport
import Testing

/// What settings change on the screen: keys, colours and the mouse. Hooks and scrobbling accounts on the screen.
@Suite(.serialized) struct ScreenSettingsTests {
    private let home: ScreenHome
    private let station: IcyServer

    init() throws {
        home = try ScreenHome()
        station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        try home.list(.init("Here", station.url), .init("There", station.url + "?2"))
    }

    // MARK: Keys and colours

    @Test func otherKeys() async throws {
        defer { station.stop() }
        try home.configure("[keys]\nmute = \"x\"\ndown = [\"down\", \"j\"]\nlouder = []\nquit = \"ctrl-q\"\n")
        let terminal = try await home.screen()
        try terminal.press("j")
        try await terminal.see { $0[0].hasSuffix("2/2") }
        // The settings give x the function of m (mute), so x no longer removes a station. m and q have no function.
        try terminal.press("Enter")
        try await terminal.seePlaying("There")
        try terminal.press("x")
        try await terminal.see { $0[22].contains("muted") && $0[0].hasSuffix("2/2") }
        try terminal.press("m", "q", "?")
        let help = try await terminal.see { lines in
            lines[1].hasPrefix(" All keys") && lines.contains { $0.hasPrefix("  x ") && $0.hasSuffix(" mute") }
        }
        #expect(help[22].contains("muted") && !help.contains { $0.hasSuffix(" louder") })
        try terminal.press("C-q")
        #expect(try await terminal.ending() == "0")
    }

    @Test func otherColours() async throws {
        defer { station.stop() }
        try home.configure("[colours]\ngood = \"magenta underlined\"\ntab = \"white on 24\"\n")
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        #expect(try await terminal.isStyled { $0.contains("35m") && $0.contains("48;5;24m") })
    }

    /// The screen uses only the colours that the terminal has.
    @Test(arguments: [("screen", 8), ("tmux-256color", 256)])
    func coloursOfATerminal(_ type: String, _ count: Int) async throws {
        defer { station.stop() }
        try home.configure("[colours]\nstrong = \"13\"\ntab = \"24\"\n")
        let terminal = try await home.screen([], ["TERM": type])
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        #expect(try await terminal.isStyled { $0.contains("32m") })
        let text = try terminal.session.styled()
        #expect(text.contains("38;5;24m") == (count == 256), "\(text)")
        #expect((text.contains("95m") || text.contains("38;5;13m")) == (count >= 16), "\(text)")
    }

    /// With NO_COLOR, the screen shows the same text without colours. Otherwise, the current station is green.
    @Test(arguments: [false, true]) func withoutColours(_ hasNone: Bool) async throws {
        defer { station.stop() }
        let terminal = try await home.screen([], ["NO_COLOR": hasNone ? "1" : ""])
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        if !hasNone { #expect(try await terminal.isStyled { $0.contains("32m") }) }
        let text = try terminal.session.styled()
        #expect([31, 32, 33, 36].contains { text.contains("\($0)m") } != hasNone, "\(text)")
        #expect(text.contains("7m") && text.contains("playing"))
    }

    // MARK: The mouse and the window's title

    @Test(arguments: [(["--no-mouse"], ""), ([], "mouse = false"), ([], "")])
    func theMouse(_ arguments: [String], _ setting: String) async throws {
        defer { station.stop() }
        try home.configure("[screen]\n\(setting)\n")
        let terminal = try await home.screen(arguments)
        let isOn = arguments.isEmpty && setting.isEmpty
        #expect(try await eventually { try terminal.session.value("#{mouse_any_flag}") == (isOn ? "1" : "0") })
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
        #expect(try terminal.session.value("#{mouse_any_flag}") == "0")
    }

    @Test(arguments: [(["--no-title"], ""), ([], "title = false")])
    func noTitle(_ arguments: [String], _ setting: String) async throws {
        defer { station.stop() }
        try home.configure("[screen]\n\(setting)\n")
        let terminal = try await home.screen(arguments)
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "Song" && $0[21].hasPrefix("playing") }
        let title = try terminal.session.value("#{pane_title}")
        #expect(!title.contains("Song") && !title.contains("Longwave"), "\(title)")
    }

    // MARK: Hooks and accounts

    @Test func aHook() async throws {
        defer { station.stop() }
        let facts = home.path + "/facts"
        try home.configure(
            """
            [[hooks]]
            event = "nowPlayingDidChange"
            command = ["/bin/sh", "-c", 'env > "$0.part"; mv "$0.part" "$0"', "\(facts)"]
            """)
        let terminal = try await home.screen()
        try terminal.press("Enter")
        #expect(try await eventually { try LongwaveBinary.read(facts).contains("LONGWAVE_TITLE=Song\n") })
        #expect(try LongwaveBinary.read(facts).contains("LONGWAVE_ARTIST=Band\n"))
        // What a hook prints does not appear on the screen.
        try await terminal.see { $0[0].hasPrefix(" Stations") && $0[18] == "Song" }
    }

    /// A hook fails. The last line of the screen says so.
    @Test func aHookThatFails() async throws {
        defer { station.stop() }
        try home.configure(
            """
            [[hooks]]
            event = "volumeDidChange"
            command = ["/bin/sh", "-c", "echo bad >&2; echo out; exit 3"]
            """)
        let terminal = try await home.screen()
        try terminal.press("-")
        let lines = try await terminal.see { $0[23].contains("hook") && $0[23].contains("failed") }
        #expect(lines[0].hasPrefix(" Stations") && lines[2].contains("Here"), "\(lines)")
    }

    /// Adds a scrobbling account with `longwave scrobble add`, which reads the token from standard input.
    private func addAccount(_ server: ScrobbleServer) throws {
        let settings = LongwaveBinary.environment(home.environment).map { "\($0.key)=\($0.value)" }
        let add =
            "echo '\(ScrobbleServer.token)' | exec \"$@\" scrobble add listenbrainz --name me --server '\(server.url)'"
        let child = try ChildProcess("sh", ["-c", add, "sh", "env", "-i"] + settings + [LongwaveBinary.path])
        try #require(child.wait() == 0)
    }

    /// While a title is heard, the screen announces it to the listener's scrobbling account, unless the listener
    /// forbids it.
    @Test(arguments: [true, false]) func anAccount(_ isWanted: Bool) async throws {
        let server = try ScrobbleServer()
        defer {
            station.stop()
            server.stop()
        }
        try addAccount(server)
        let terminal = try await home.screen(isWanted ? [] : ["--no-scrobble"])
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "Song" && $0[21].hasPrefix("playing") }
        if isWanted {
            #expect(await eventually { server.announced.contains { $0.artist == "Band" && $0.title == "Song" } })
            station.setTitle("Band - Another")
            #expect(await eventually { server.announced.contains { $0.title == "Another" } })
        } else {
            // Six seconds are longer than the program takes to announce a title.
            try await terminal.see("Song", heardFor: 6)
            #expect(server.announced.isEmpty)
        }
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
        #expect(server.complaints == [] && server.listens.isEmpty)
    }

    /// With `--no-history`, heard titles are not stored. The page of heard titles says why it has none.
    @Test func noHistory() async throws {
        defer { station.stop() }
        let terminal = try await home.screen(["--no-history"])
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "Song" }
        try terminal.press("3")
        try await terminal.see { $0[2].contains("--no-history") }
    }
}

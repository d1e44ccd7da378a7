import TestSupport
import Testing

/// The search page of the screen, with a station directory that the test runs.
@Suite(.serialized) struct ScreenSearchTests {
    private let home: ScreenHome

    init() throws { home = try ScreenHome() }

    private static func directory(
        _ url: String = "http://127.0.0.1:1/", fault: RadioBrowserServer.Fault? = nil
    ) throws -> RadioBrowserServer {
        try RadioBrowserServer((1...3).map { .init($0, name: "Wave \($0)", url: url + "?\($0)") }, fault: fault)
    }

    /// A station that the directory lists plays without being added to the listener's list. Adding it can be undone.
    @Test func found() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Found it")])
        let server = try Self.directory(station.url)
        defer {
            station.stop()
            server.stop()
        }
        let terminal = try await home.screen([], ["LONGWAVE_DIRECTORY": server.url])
        try terminal.press("/", "wave")
        let found = try await terminal.see { $0[1].hasPrefix("/ wave") && $0[3] == "radio-browser (3)" }
        #expect(found[2] == "Your stations (0)")
        try terminal.press("Enter")
        try await terminal.see { $0[4].hasPrefix("▸") && $0[4].contains("Wave 3") && $0.contains("Found it") }
        try terminal.press("a")
        try await terminal.see { $0[2] == "Your stations (1)" && $0[4] == "radio-browser (2)" }
        #expect(try home.run("list", "--format", "tsv").output.contains("Wave 3"))
        try terminal.press("u")
        try await terminal.see { $0[2] == "Your stations (0)" && $0[23].contains("undone") }
        #expect(try !home.run("list", "--format", "tsv").output.contains("Wave"))
        // The test typed four letters, but the program sent at most three requests: it does not send one for every text
        // in between.
        #expect(server.requests.filter { $0.path.hasSuffix("/search") }.count <= 3)
    }

    /// Keys that change a station's marks do not work on a station of the directory until the listener adds it.
    @Test func stationsThatAreNotOwn() async throws {
        let server = try Self.directory()
        defer { server.stop() }
        let terminal = try await home.screen([], ["LONGWAVE_DIRECTORY": server.url])
        try terminal.press("/", "wave", "Escape")
        try await terminal.see { $0[3] == "radio-browser (3)" }
        try terminal.press("f")
        try await terminal.see { $0[23] == "Wave 3 is not in your stations: press a to add it" }
        try terminal.press("x")
        try await terminal.see { $0[23].contains("not in your own list") }
        try terminal.press("a")
        try await terminal.see {
            $0[2] == "Your stations (1)" && $0[23] == "added: Wave 3; u: undo"
        }
        try terminal.press("Home", "f")
        try await terminal.see { $0[3].contains("♥") && $0[3].contains("Wave 3") }
    }

    /// The directory is slow to answer. Meanwhile, typing works, the listener's own stations are found, and the program
    /// has only one open request.
    @Test func aLateAnswer() async throws {
        let answer = TestSignal()
        let server = try LoopbackServer { connection in
            guard connection.wait(for: answer) else { return }
            connection.reply(headers: ["Content-Type: application/json"], text: "[]")
        }
        defer { server.stop() }
        let terminal = try await home.screen([], ["LONGWAVE_DIRECTORY": server.url("")])
        try terminal.press("/", "n", "o")
        try await terminal.see {
            $0[1].hasPrefix("/ no ") && $0[1].hasSuffix("radio-browser…") && $0[3].contains("Nord")
        }
        #expect(await eventually { server.requests.count == 1 })
        try terminal.press("r", "d")
        try await terminal.see { $0[1].hasPrefix("/ nord ") && $0[2] == "Your stations (1)" }
        #expect(server.requests.count == 1)
        answer.raise()
        // After the answer, the program sends its second and last request, for the text that is in the field now.
        try await terminal.see { $0[1] == "/ nord" }
        #expect(server.requests.count == 2 && server.requests[1].target.contains("nord"), "\(server.requests)")
    }

    /// The directory never answers. The listener's own stations play, and the program ends without waiting for the
    /// directory.
    @Test func noAnswer() async throws {
        let station = try IcyServer(.mp3)
        let server = try Self.directory(fault: .silent)
        defer {
            station.stop()
            server.stop()
        }
        try home.list(.init("Waves", station.url))
        let terminal = try await home.screen([], ["LONGWAVE_DIRECTORY": server.url])
        try terminal.press("/", "wave", "Enter")
        try await terminal.see {
            $0[3].hasPrefix("▸") && $0[21].hasPrefix("playing") && $0[1].hasSuffix("radio-browser…")
        }
        #expect(server.requests.count == 1)
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
    }

    @Test(arguments: [RadioBrowserServer.Fault.unavailable, .page, .broken])
    func anAnswerThatIsNone(_ fault: RadioBrowserServer.Fault) async throws {
        let server = try Self.directory(fault: fault)
        defer { server.stop() }
        let terminal = try await home.screen([], ["LONGWAVE_DIRECTORY": server.url])
        try terminal.press("/", "nord")
        let seen = try await terminal.see { $0[1].contains("radio-browser: ") }
        #expect(seen[3].contains("Nord"))
        // The directory works again, and the next text is sent to it.
        server.fault = nil
        try terminal.press("C-u", "wave")
        try await terminal.see { $0[3] == "radio-browser (3)" }
    }

    @Test(arguments: ["none", ""]) func nobodyIsAsked(_ directory: String) async throws {
        let server = try Self.directory()
        defer { server.stop() }
        let terminal = try await home.screen(
            directory.isEmpty ? ["--no-directory"] : [],
            ["LONGWAVE_DIRECTORY": directory.isEmpty ? server.url : directory])
        try terminal.press("/", "wave")
        try await terminal.see { $0[1] == "/ wave" && $0[2] == "Your stations (0)" }
        #expect(server.requests.isEmpty)
    }

    @Test func anAddressPlays() async throws {
        let station = try IcyServer([try .init(.mp3, title: "By address")])
        let server = try Self.directory()
        defer {
            station.stop()
            server.stop()
        }
        let terminal = try await home.screen([], ["LONGWAVE_DIRECTORY": server.url])
        try terminal.press("/", station.url)
        try await terminal.see { $0[2] == "This address (1)" && $0[3].contains(station.url) }
        try terminal.press("Enter")
        try await terminal.see { $0[3].hasPrefix("▸") && $0.contains("By address") }
        try terminal.press("a")
        try await terminal.see { $0[23].contains("added: ") }
        // An address is typed into the search field. Its beginnings, such as "h" and "ht", may be sent to the directory
        // as words, but not the address.
        #expect(server.requests.allSatisfy { !$0.target.contains("127.0.0.1") })
    }

    @Test func lettersAndKeys() async throws {
        let terminal = try await home.screen()
        try terminal.press("/", "no q", "BSpace")
        try await terminal.see { $0[1] == "/ no" && $0[2] == "Your stations (1)" }
        try terminal.press("zz", "C-w")
        try await terminal.see { $0[1] == "/ no" && $0[2] == "Your stations (1)" }
        // Alt-Backspace deletes the last word of the search field, as in shells.
        try terminal.press("rd x")
        try terminal.session.send([0x1B, 0x7F])
        try await terminal.see { $0[1] == "/ no rd" && $0[2] == "Your stations (0)" }
        try terminal.press("C-u")
        try await terminal.see { $0[1] == "/" && $0[2] == "  type words or an address" }
        // Alt-minus, like other keys with Ctrl and Alt, is a command even while the search field has the focus.
        try terminal.press("M--")
        try await terminal.see { $0[22].contains("volume 95 %") }
        try terminal.press("Escape", "?")
        try await terminal.see { $0[1].hasPrefix(" All keys") }
        // `?` closes the list of keys. Letters are commands until `/`, and then text.
        try terminal.press("?", "/", "n")
        try await terminal.see { $0[1] == "/ n" }
    }

    /// A misspelt word finds its station. When the page is left and opened again, the search field still has the text
    /// and its results.
    @Test func whatWasTypedStays() async throws {
        let terminal = try await home.screen()
        try terminal.press("/", "nrod")
        try await terminal.see { $0[3].contains("Nord") }
        try terminal.press("Tab")
        try await terminal.see { $0[1].hasPrefix(" Heard titles") }
        try terminal.press("2")
        try await terminal.see { $0[1].hasPrefix("/ nrod") && $0[3].contains("Nord") }
        // The page was opened again, so the search field has no focus, and q is the command that ends the program.
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
    }

    /// A terminal sends the same bytes for Escape followed quickly by a key as for Alt with this key. In the search
    /// field and in a question, the screen takes these bytes for Escape and the key, unless Alt with this key is a
    /// command there.
    @Test func escapeAndAKeyAtOnce() async throws {
        let before = try LongwaveBinary.read(home.library)
        let terminal = try await home.screen()
        try terminal.press("/", "no")
        try await terminal.see { $0[1] == "/ no" }
        // Alt-0 and Alt-minus are commands (no stars; lower volume), so neither leaves the search field.
        try terminal.session.send([0x1B, 0x30])
        try terminal.session.send([0x1B, 0x2D])
        try await terminal.see { $0[22].contains("volume 95 %") && $0[1] == "/ no" }
        #expect(try await eventually { try terminal.session.value("#{cursor_flag}") == "1" })
        try terminal.session.send([0x1B, 0x7A])
        try await terminal.see { $0[22].contains("sleep in ") && $0[1] == "/ no" }
        #expect(try terminal.session.value("#{cursor_flag}") == "0")
        try terminal.press("c", "x")
        try await terminal.see { $0[23] == "name: Nordx" }
        // In a question, Alt-3 is not a command. The bytes therefore count as Escape, which leaves the question, and 3,
        // which opens a page.
        try terminal.session.send([0x1B, 0x33])
        try await terminal.see { $0[1].hasPrefix(" Heard titles") }
        try terminal.press("1", "c", "y")
        try await terminal.see { $0[23] == "name: Nordy" }
        try terminal.session.send([0x1B, 0x71])
        #expect(try await terminal.ending() == "0")
        #expect(try LongwaveBinary.read(home.library) == before)
    }
}

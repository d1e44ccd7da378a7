import TestSupport
import Testing

/// The pages of the screen (`longwave screen`), opened by keys and by the mouse.
@Suite(.serialized) struct ScreenPagesTests {
    private let home: ScreenHome

    init() throws { home = try ScreenHome() }

    /// Writes a list of 40 stations, more than a page has lines.
    private func longList() throws {
        try home.list((1...40).map { .init($0 < 10 ? "S0\($0)" : "S\($0)") })
    }

    @Test func byNumber() async throws {
        let terminal = try await home.screen()
        try terminal.press("3")
        try await terminal.see { $0[1].hasPrefix(" Heard titles") && $0[2] == "  no titles yet" }
        try terminal.press("4")
        try await terminal.see { $0[1].hasPrefix(" Queue") && $0[2].hasPrefix("  the queue is empty") }
        try terminal.press("5")
        try await terminal.see { $0[1].hasPrefix(" Recordings") && $0[2].hasPrefix("  no recordings in ") }
        try terminal.press("6")
        try await terminal.see { $0[1].hasPrefix(" Schedule") && $0[2].hasPrefix("  no schedule yet") }
        let run = try home.run("schedule", "add", "night", "--quiet", "--at", "00:00", "--until", "00:00")
        #expect(run.code == 0, "\(run.errors)")
        try await terminal.see { $0[2].contains("Now: quiet hours") && $0[4].contains("night") }
        // On the search page, a digit is the key of a page. In the search field, it is text, until Escape is pressed.
        try terminal.press("2")
        try await terminal.see { $0[1] == "/: search" }
        try terminal.press("/")
        try await terminal.see { $0[1] == "/" && $0[2] == "  type words or an address" }
        try terminal.press("1")
        try await terminal.see { $0[1].hasPrefix("/ 1") }
        try terminal.press("C-u", "Escape")
        try await terminal.see { $0[1] == "/: search" }
        try terminal.press("1")
        try await terminal.see { $0[1].hasPrefix(" All  Favourites  Lately") && $0[2].contains("Nord") }
    }

    @Test func byTabAndShiftTab() async throws {
        let terminal = try await home.screen()
        let pages = ["/", " Heard titles", " Queue", " Recordings", " Schedule", " All keys", " All "]
        for page in pages {
            try terminal.press("Tab")
            try await terminal.see { $0[1].hasPrefix(page) }
        }
        for page in pages.dropLast().reversed() {
            try terminal.press("BTab")
            try await terminal.see { $0[1].hasPrefix(page) }
        }
    }

    @Test func byTheMouse() async throws {
        let terminal = try await home.screen()
        for (column, page) in [
            (27, " Queue"), (34, " Recordings"), (46, " Schedule"), (56, " All keys"), (20, " Heard"), (2, " All "),
        ] {
            try terminal.click(row: 0, column: column)
            try await terminal.see { $0[1].hasPrefix(page) }
        }
        // A click to the right of the pages' names does nothing. A click on a list's name opens this list.
        try terminal.click(row: 0, column: 60)
        try terminal.click(row: 1, column: 8)
        try await terminal.see { $0[2] == "  this list is empty" }
        try terminal.click(row: 1, column: 1)
        try await terminal.see { $0[2].contains("Nord") }
    }

    @Test func aSecondClickPlays() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Nord"), .init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.click(row: 3, column: 10)
        let pointed = try await terminal.see { $0[0].hasSuffix("2/2") }
        #expect(pointed[21] == "stopped" && station.requests.isEmpty)
        try terminal.click(row: 3, column: 10)
        try await terminal.seePlaying("Here")
    }

    @Test func theWheel() async throws {
        try longList()
        let terminal = try await home.screen()
        try terminal.wheel(isDown: true)
        try await terminal.see { $0[0].hasSuffix("4/40") }
        for _ in 0..<5 { try terminal.wheel(isDown: true) }
        try await terminal.see { $0[0].hasSuffix("19/40") && $0[16].contains("S19") && !$0[2].contains("S01") }
        for _ in 0..<7 { try terminal.wheel(isDown: false) }
        try await terminal.see { $0[0].hasSuffix("1/40") && $0[2].contains("S01") }
        // The end of the list is shown. A click selects the station that is visible at this place.
        try terminal.press("End")
        try await terminal.see { $0[16].contains("S40") }
        try terminal.click(row: 2, column: 12)
        try await terminal.see { $0[0].hasSuffix("26/40") }
    }

    @Test func movingInALongList() async throws {
        try longList()
        let terminal = try await home.screen()
        let steps = [
            ("NPage", "15/40"), ("Down", "16/40"), ("PPage", "2/40"), ("Up", "1/40"), ("Up", "1/40"), ("End", "40/40"),
            ("Down", "40/40"), ("Home", "1/40"), ("C-n", "2/40"), ("C-k", "1/40"),
        ]
        for (key, place) in steps {
            try terminal.press(key)
            try await terminal.see { $0[0].hasSuffix(" \(place)") }
        }
    }

    /// The help can be scrolled. When it is closed, the previous page returns.
    @Test func help() async throws {
        let terminal = try await home.screen()
        try terminal.press("4", "?")
        try await terminal.see {
            $0[1].hasPrefix(" All keys") && $0[2].hasPrefix("Playing: this screen") && $0[3].contains("space Ctrl-P")
        }
        try terminal.press("End")
        try await terminal.see { $0[16].contains("Alt-0 … Alt-5") && !$0.contains { $0.hasPrefix("Playing: ") } }
        try terminal.press("?")
        try await terminal.see { $0[1].hasPrefix(" Queue") }
        try terminal.press("5", "?")
        try await terminal.see { $0[1].hasPrefix(" All keys") }
        try terminal.press("Escape")
        try await terminal.see { $0[1].hasPrefix(" Recordings") }
    }

    @Test func theMouseAndTheCursor() async throws {
        let terminal = try await home.screen()
        #expect(try terminal.session.value("#{cursor_flag}") == "0")
        try terminal.press("/", "n")
        try await terminal.see { $0[1].hasPrefix("/ n") }
        func cursor() throws -> String { try terminal.session.value("#{cursor_flag} #{cursor_x},#{cursor_y}") }
        #expect(try await eventually { try cursor() == "1 3,1" })
        try terminal.press("Escape")
        #expect(try await eventually { try cursor().hasPrefix("0") })
        // After a click on the search field, the cursor is in this field.
        try terminal.click(row: 1, column: 9)
        #expect(try await eventually { try cursor() == "1 3,1" })
        // The cursor moves by two columns, because the character is wide.
        try terminal.press("日")
        #expect(try await eventually { try cursor() == "1 5,1" })
    }

    /// The mouse also works where the screen asks for a device or a link.
    @Test func theMouseInAQuestion() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see("Sinnerman")
        try terminal.press("o")
        let links = try await terminal.see {
            $0[1] == " Links for the title" && $0[2].contains("https://musicbrainz.org/")
        }
        try terminal.click(row: 3, column: 4)
        try terminal.click(row: 3, column: 4)
        // The test has no desktop that could open a link, so the screen shows the link's address.
        let address = try #require(links[3].split(separator: " ").last)
        try await terminal.see { $0[23].hasPrefix(address.prefix(60)) && $0[2].contains("Here") }
    }
}

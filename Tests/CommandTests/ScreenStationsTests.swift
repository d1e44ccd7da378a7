import Glibc
import TestSupport
import Testing

/// The page of the listener's stations on the screen: lists, groups, stars, and changes that can be undone.
@Suite(.serialized) struct ScreenStationsTests {
    private let home: ScreenHome

    init() throws { home = try ScreenHome() }

    private func text() throws -> String { try LongwaveBinary.read(home.library) }

    // MARK: Lists and groups

    @Test func groups() async throws {
        try home.list(.init("Nord"), .init("Ouest", country: "FR"), .init("Ost"))
        let terminal = try await home.screen()
        try terminal.press("g")
        let groups = try await terminal.see { $0[2] == "DE (2)" && $0[5] == "FR (1)" }
        #expect(groups[1].hasSuffix("by country") && groups[3].contains("Nord") && groups[4].contains("Ost"))
        // The keys for the selection skip the headings of the groups.
        try terminal.press("Down", "Down")
        try await terminal.see { $0[0].hasSuffix("3/3") }
        for name in ["language", "tag", "codec", "letter", "favourite", "rating"] {
            try terminal.press("g")
            try await terminal.see { $0[1].hasSuffix("by \(name)") }
        }
        try terminal.press("g")
        try await terminal.see { !$0[1].contains(" by ") && $0[4].contains("Ost") }
    }

    @Test func listsOneAfterAnother() async throws {
        let terminal = try await home.screen()
        try terminal.press(".")
        try await terminal.see { $0[2] == "  this list is empty" && $0[0].hasSuffix("Keys") }
        try terminal.press(",", "f", ".")
        try await terminal.see { $0[2].contains("♥      Nord") && $0[0].hasSuffix("1/1") }
        try terminal.press(",")
        try await terminal.see { $0[0].hasSuffix("1/2") }
    }

    /// A station that was heard appears in the list "Lately".
    @Test func heardLately() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Nord"), .init("Here", station.url))
        #expect(try home.run("play", "here", "--output", "null", "--for", "1").code == 0)
        let terminal = try await home.screen()
        // When the screen opens, the station that was heard last is selected.
        try await terminal.see { $0[0].hasSuffix("2/2") }
        try terminal.press(".", ".")
        try await terminal.see { $0[2].contains("Here") && $0[0].hasSuffix("1/1") }
    }

    @Test func playlistsAreLists() async throws {
        #expect(try home.run("playlists", "add", "Morning", "日本の声", "Nord").code == 0)
        #expect(try home.run("playlists", "set", "North", "--query", "nord").code == 0)
        let terminal = try await home.screen()
        try await terminal.see { $0[1].contains(" Morning ") && $0[1].contains(" North ") }
        let column = try terminal.session.lines()[1].distance(of: "Morning")
        try terminal.click(row: 1, column: column)
        try await terminal.see { $0[2].contains("日本の声") && $0[3].contains("Nord") && $0[0].hasSuffix("/2") }
        try terminal.press(".")
        try await terminal.see { $0[2].contains("Nord") && $0[0].hasSuffix("1/1") }
    }

    // MARK: What the listener has of a station

    @Test func stars() async throws {
        let terminal = try await home.screen()
        try terminal.press("M-4")
        try await terminal.see { $0[2].contains("★★★★  Nord") }
        try terminal.press("C-r")
        try await terminal.see { $0[2].contains("★★★★★ Nord") }
        // Ctrl-R gives one star more. After five stars, it removes all stars.
        try terminal.press("C-r")
        try await terminal.see { !$0[2].contains("★") }
        try terminal.press("M-2", "Down", "M-5", "M-0", "f")
        try await terminal.see { $0[2].contains("★★    Nord") && $0[3].contains("♥      日本の声") }
        // Alt-7 has no effect, because a station has at most five stars.
        try terminal.press("M-7", "q")
        #expect(try await terminal.ending() == "0")
        let rows = try home.run("list", "--format", "tsv").lines.dropFirst()
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(rows.map { [$0[1], $0[8], $0[9]] } == [["Nord", "no", "2"], ["日本の声", "yes", ""]], "\(rows)")
    }

    @Test func whatIsTakenBackOfAFavourite() async throws {
        let terminal = try await home.screen()
        try terminal.press("f", "M-3")
        try await terminal.see { $0[2].contains("♥★★★") }
        try terminal.press("u")
        try await terminal.see { $0[2].contains("♥      ") && $0[23] == "undone: Nord" }
        try terminal.press("u")
        try await terminal.see { !$0[2].contains("♥") }
        try terminal.press("u")
        try await terminal.see { $0[23] == "nothing to undo" }
    }

    // MARK: Other programs

    /// Other programs change the station list, a station's marks and the playlists. The screen shows the changes.
    @Test func listsThatOthersChange() async throws {
        let terminal = try await home.screen()
        try terminal.press("Down")
        try home.list(.init("Vor"), .init("Nord", "http://127.0.0.1:1/n"), .init("日本の声", "http://127.0.0.1:1/j"))
        // A station is inserted above the selected one, which stays selected.
        try await terminal.see { $0[2].contains("Vor") && $0[4].contains("日本の声") && $0[0].hasSuffix("3/3") }
        #expect(try home.run("mark", "Nord", "--favourite").code == 0)
        try await terminal.see { $0[3].contains("♥      Nord") }
        #expect(try home.run("playlists", "add", "Evening", "Nord").code == 0)
        try await terminal.see { $0[1].contains(" Evening ") }
        // A half-written station list changes nothing on the screen. Then a complete list replaces it.
        try TextFile.write("{", to: home.library)
        try TextFile.write(
            try text() + "\"station\":[{\"name\":\"Neu\",\"streamURL\":\"http://x\"}]}", to: home.library + ".new")
        try #require(rename(home.library + ".new", home.library) == 0)
        try await terminal.see { $0[2].contains("Neu") && $0[3].isEmpty }
    }

    // MARK: Changes of the list

    @Test func renaming() async throws {
        let before = try text()
        let terminal = try await home.screen()
        try terminal.press("c")
        try await terminal.see { $0[23] == "name: Nord" }
        try terminal.press("C-u", "Süd", "Enter")
        try await terminal.see { $0[2].contains("Süd") && $0[23] == "Nord renamed to Süd; u: undo" }
        #expect(try text().contains(#""name":"Süd""#))
        try terminal.press("u")
        try await terminal.see { $0[2].contains("Nord") && $0[23].hasPrefix("undone") }
        #expect(try text() == before)
    }

    @Test func tags() async throws {
        let before = try text()
        let terminal = try await home.screen()
        try terminal.press("t", "jazz, soul", "Enter")
        try await terminal.see { $0[2].contains("jazz, soul") }
        let tagged = try text()
        // The key t asks for tags and shows the current ones. Neither Escape nor unchanged tags change the list.
        try terminal.press("t")
        try await terminal.see { $0[23] == "tags, separated by commas: jazz, soul" }
        try terminal.press("C-u", "rock", "Escape")
        try await terminal.see { $0[2].contains("jazz, soul") && $0[23].hasPrefix("? all keys") }
        try terminal.press("t")
        try await terminal.see { $0[23].hasPrefix("tags, separated by commas: jazz, soul") }
        try terminal.press("Enter")
        try await terminal.see { $0[23].hasPrefix("? all keys") }
        #expect(try text() == tagged)
        try terminal.press("t", "C-u", "Enter")
        try await terminal.see { !$0[2].contains("jazz") && $0[23].hasPrefix("Nord has no tags") }
        try terminal.press("u", "u")
        try await terminal.see { !$0[2].contains("jazz") && $0[23].hasPrefix("undone: Nord: jazz") }
        #expect(try text() == before)
    }

    @Test func order() async throws {
        let before = try text()
        let terminal = try await home.screen()
        try terminal.press("{")
        try await terminal.see { $0[23] == "Nord is already first in its list" }
        try terminal.press("}")
        try await terminal.see { $0[3].contains("Nord") && $0[0].hasSuffix("2/2") }
        #expect(try text() != before)
        try terminal.press("}")
        try await terminal.see { $0[23] == "Nord is already last in its list" }
        try terminal.press("u")
        try await terminal.see { $0[2].contains("Nord") && $0[0].hasSuffix("1/2") }
        #expect(try text() == before)
    }

    @Test(arguments: ["x", "DC"]) func removing(_ key: String) async throws {
        let before = try text()
        let terminal = try await home.screen()
        try terminal.press(key)
        try await terminal.see { $0[2].contains("日本の声") && $0[0].hasSuffix("1/1") }
        #expect(try !text().contains("Nord"))
        try terminal.press("u")
        try await terminal.see { $0[2].contains("Nord") && $0[0].hasSuffix("/2") }
        #expect(try text() == before)
    }

    /// Several changes of the station list are undone one after another.
    @Test func editing() async throws {
        let terminal = try home.open(ScreenHome.silent + ["--library", "'\(home.library)'"], ["LONGWAVE_LIBRARY": ""])
        try await terminal.see { $0.count > 3 && $0[2].contains("Nord") }
        try terminal.press("c", "C-u", "Süd", "Enter")
        try await terminal.see { $0[2].contains("Süd") && $0[23].contains("u: undo") }
        try terminal.press("t", "jazz, soul", "Enter")
        try await terminal.see { $0[2].contains("jazz, soul") }
        try terminal.press("}")
        try await terminal.see { $0[2].contains("日本の声") && $0[3].contains("Süd") }
        try terminal.press("x")
        try await terminal.see { $0[0].hasSuffix("1/1") }
        for _ in 0..<4 { try terminal.press("u") }
        try await terminal.see { $0[2].contains("Nord") && !$0[2].contains("jazz") && $0[0].hasSuffix("/2") }
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
        #expect(
            try text().contains(
                #""name":"Nord","streamURL":"http://127.0.0.1:1/n","urls":[],"id":"Nord","country":"DE""#))
    }

    /// The stations come from a list of the system, not of the listener, so they cannot be changed. The key a copies a
    /// station to the listener's own list.
    @Test func whatIsNotOwnIsNotChanged() async throws {
        let before = try text()
        mkdir(home.path + "/longwave", 0o755)
        try #require(symlink(home.library, home.path + "/longwave/stations.json") == 0)
        let terminal = try await home.screen([], ["LONGWAVE_LIBRARY": "", "XDG_DATA_DIRS": home.path])
        for key in ["x", "}"] {
            try terminal.press(key)
            try await terminal.see { $0[23].contains("not in your own list") }
        }
        try terminal.press("a")
        try await terminal.see { $0[23].contains("added: ") }
        #expect(try text() == before)
        #expect(try LongwaveBinary.read(home.path + "/data/longwave/added.json").contains("Nord"))
    }

    /// The station list cannot be read. The page of stations shows the reason, and the other pages work.
    @Test func aListThatCannotBeRead() async throws {
        try TextFile.write("{", to: home.library)
        let terminal = try home.open()
        try await terminal.see { $0.count > 3 && $0[2].contains("stations.json") }
        try terminal.press("4")
        try await terminal.see { $0[1].hasPrefix(" Queue") }
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
    }
}

extension String {
    /// Returns the number of characters before the first occurrence of `text`.
    func distance(of text: String) throws -> Int {
        let range = try #require(firstRange(of: text))
        return distance(from: startIndex, to: range.lowerBound)
    }
}

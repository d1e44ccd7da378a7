import RadioFormats
import RadioLists
import RadioStations
import Testing

@testable import LongwaveTerminal

@Suite struct ScreenModelTests {
    private func played(_ effects: [ScreenEffect]) -> String? {
        guard case .play(let item, _)? = effects.first, effects.count == 1 else { return nil }
        return item.station.name
    }

    // MARK: Stations

    @Test func enterPlaysWhatIsPointedAt() {
        var rig = ScreenRig()
        #expect(played(rig.press("enter")) == "FIP")
        #expect(played(rig.press("down", "down", "enter")) == "Radio Swiss Jazz")
        rig.press("end")
        guard case .play(_, let rows)? = rig.press("enter").first else {
            Issue.record("nothing")
            return
        }
        #expect(rows.count == 6)
    }

    /// Moving through lists and pages has no effect on the player.
    @Test func browsingTouchesNothing() {
        var rig = ScreenRig()
        let keys = [
            "down", "page-down", "end", "home", ".", ",", "g", "tab", "tab", "tab", "shift-tab", "?", "esc", "1",
        ]
        for key in keys {
            for effect in rig.press(key) {
                guard case .show = effect else {
                    Issue.record("\(key): \(effect)")
                    return
                }
            }
        }
    }

    /// The keys of `longwave play` have the same functions on every page of the screen.
    @Test(arguments: ScreenSection.allCases) func keysOfPlay(_ section: ScreenSection) {
        var rig = ScreenRig()
        _ = rig.model.show(section)
        rig.model.search.isTyping = false
        for action in KeyAction.allCases where action.scope == .playing && action != .quit && action != .help {
            for stroke in KeyBindings.usual.keys(of: action) {
                #expect(rig.model.press(stroke) == [.player(action)], "\(stroke)")
            }
        }
        #expect(rig.press("q") == [.quit])
    }

    /// A terminal sends the same bytes for Alt with a key as for Escape followed at once by this key.
    @Test func escapeAndAKeyAtOnce() {
        var rig = ScreenRig()
        // In a list, Escape has no function, Alt with q has none, and Alt with a digit gives the station stars.
        #expect(rig.press("alt-q") == [])
        #expect(rig.press("alt-9") == [])
        guard case .keep? = rig.press("alt-3").first else { return #expect(Bool(false), "no stars") }
        // In the search field, Alt with a key that has a function keeps this function.
        rig.press("/")
        #expect(rig.press("alt-+") == [.player(.louder)])
        #expect(rig.model.search.isTyping)
        #expect(rig.press("alt-n") == [.player(.next)])
        #expect(!rig.model.search.isTyping && rig.model.search.text.isEmpty)
        // In a question and in the help, too, Alt with such a key keeps its function.
        rig.press("1", "c", "x")
        #expect(rig.press("alt-?") == [.show(.help)])
        #expect(rig.model.prompt == nil)
        #expect(rig.press("alt-5") == [.show(.stations), .show(.recordings)])
    }

    /// A recording is deleted only after the key y. The next recording then gets the cursor.
    @Test func aRecordingIsDeleted() {
        var rig = ScreenRig()
        rig.press("5")
        #expect(rig.press("x") == [] && rig.model.message == "there is nothing to delete")
        let rows = ["a", "b", "c"].map { RecordingRow(path: "/\($0)", name: $0, facts: "0:10") }
        _ = rig.model.take(.recordings(rows, problem: nil))
        rig.press("down")
        for key in ["n", "esc", "enter", "x", "q"] {
            #expect(rig.press("x") == [])
            #expect(rig.model.prompt == .confirmation("delete b?", .deleteFile("/b")))
            #expect(ScreenSpeech.line(rig.model).hasPrefix("delete b?"))
            #expect(
                rig.press(key) == [] && rig.model.prompt == nil && rig.model.message == "nothing was deleted", "\(key)")
        }
        #expect(rig.press("x") == [] && rig.press("y") == [.deleteFile("/b")])
        _ = rig.model.take(.recordings([rows[0], rows[2]], problem: nil))
        #expect(rig.model.recordings.current?.name == "c")
        // Rows whose lengths became known keep the cursor.
        let longer = [rows[2], rows[0]].map { RecordingRow(path: $0.path, name: $0.name, facts: "1:00") }
        _ = rig.model.take(.recordings(longer, problem: nil))
        #expect(rig.model.recordings.current?.name == "c")
    }

    @Test func favouritesAndStars() {
        var rig = ScreenRig()
        guard case .keep(let item, let before)? = rig.press("f").first else {
            Issue.record("nothing")
            return
        }
        #expect(item.user.isFavourite && !before.isFavourite)
        guard case .keep(let stars, _)? = rig.press("alt-4").first else {
            Issue.record("nothing")
            return
        }
        #expect(stars.user.rating == 4 && stars.user.isFavourite)
        rig.press("ctrl-r")
        #expect(rig.model.pointed?.user.rating == 5)
        rig.press("ctrl-r")
        #expect(rig.model.pointed?.user.rating == nil)
        // The station is in the list of favourites at once. When saving fails, the change is undone.
        rig.press(".")
        #expect(rig.model.stations.list.rows == [.station(1)])
        rig.take(.kept(LibraryItem(number: 1, id: item.id, recordID: item.id, station: item.station, user: before)))
        #expect(rig.model.pointed?.user.isFavourite == false)
    }

    @Test func editing() {
        var rig = ScreenRig()
        guard case .edit(.remove(let item))? = rig.press("x").first else {
            Issue.record("nothing")
            return
        }
        #expect(item.station.name == "FIP")
        #expect(rig.press("}") == [.edit(.move(item, 1))])
        #expect(rig.press("u") == [.undo])
        rig.press("c", "ctrl-u")
        rig.type("q ?/")
        #expect(rig.press("enter") == [.edit(.rename(item, "q ?/"))])
        rig.press("t", "ctrl-u")
        rig.type("a, b ,,c")
        #expect(rig.press("enter") == [.edit(.tag(item, ["a", "b", "c"]))])
        // Escape leaves the question without a change. Letters are keys again.
        rig.press("c", "x", "esc")
        #expect(rig.press("q") == [.quit])
        // The name in the question was not changed, so nothing is saved.
        #expect(rig.press("c", "enter") == [])
    }

    @Test func listsOfStations() {
        var rig = ScreenRig(nil)
        #expect(rig.page(80, 24).texts[2] == "  loading the stations")
        let kept = [
            ListenerRecord(
                id: SampleLibrary.library.stations[2].persistentID, name: "x", url: "http://x", properties: .init()),
            ListenerRecord(id: "gone", name: "Gone", url: "http://gone.example/", properties: .init()),
        ]
        rig.take(
            .library(
                LibrarySearch(SampleLibrary.library),
                playlists: [StationPlaylist(name: "Morning", content: .stations(kept))],
                pointed: SampleLibrary.library.stations[2].persistentID))
        #expect(rig.model.pointed?.station.name == "Radio Swiss Jazz")
        rig.press(",")
        #expect(rig.model.stations.list.rows == [.station(3), .found(0)])
        #expect(played(rig.press("end", "enter")) == "Gone")
        // The station is in none of the listener's lists, so it cannot become a favourite. A message says so.
        #expect(rig.press("f") == [] && rig.model.message?.contains("press a to add it") == true)
        // The station list is read again, and the selected station stays selected.
        rig.press(".")
        rig.press("end", "up")
        let name = rig.model.pointed?.station.name
        var stations = SampleLibrary.stations
        stations.removeFirst()
        rig.take(
            .library(LibrarySearch(StationLibrary(stations: stations, source: "x")), playlists: [], pointed: nil))
        #expect(rig.model.pointed?.station.name == name)
    }

    @Test func aStationThatFailsIsMarked() {
        var rig = ScreenRig()
        rig.take(.playing(ScreenRig.playing()))
        let dead = SampleLibrary.library.stations[1]
        rig.take(.failed(id: dead.persistentID, reason: "Station not found on the server (404)."))
        let page = rig.page(100, 12)
        #expect(page.texts[3].contains("FIP Jazz") && page.texts[3].contains("Station not found"))
        #expect(page[3, 20].style == .bad && page[2, 0].text == "▸")
        // The station that had failed plays, so it is no longer marked as failed.
        rig.take(.playing(ScreenRig.playing { $0.stationID = dead.persistentID }))
        #expect(rig.model.failures.isEmpty)
    }

    // MARK: Search

    private func found(_ names: String...) -> [Station] {
        names.map { Station(name: $0, urls: ["http://found.example/\($0)"]) }
    }

    @Test func lettersAreTyped() {
        var rig = ScreenRig()
        rig.press("/")
        #expect(rig.type("q") == [] && rig.model.search.text == "q")
        #expect(rig.type("x") == [.ask("qx")])
        // Only one request to the directory is open at a time. The next one is sent after the answer, for the text that
        // is in the field then.
        #expect(rig.press("backspace", "backspace") == [])
        #expect(rig.type("jazz") == [])
        rig.press("home")
        rig.take(.found(found("Old"), problem: nil))
        #expect(rig.effects.last == .ask("jazz"))
        rig.take(.found(found("Jazz 1", "Jazz 2"), problem: nil))
        #expect(rig.model.search.directory == .answered("jazz"))
        #expect(rig.model.search.list.rows.count == 1 + 3 + 1 + 2)
        // The answer adds stations to the list, and the selected station stays selected.
        #expect(rig.model.pointed?.station.name == "FIP Jazz")
        // A station of the directory plays without being added to the listener's list.
        #expect(played(rig.press("end", "enter")) == "Jazz 2")
        // Enter has played a station and left the search field, so letters are keys again.
        guard case .edit(.add(let station))? = rig.press("a").first else {
            Issue.record("nothing")
            return
        }
        #expect(station.name == "Jazz 2")
        #expect(rig.press("f") == [] && rig.model.message != nil)
    }

    @Test func theDirectoryFails() {
        var rig = ScreenRig()
        rig.press("/")
        rig.type("fip")
        // Two requests fail: the one for the first letters, and the one for the whole text.
        rig.take(.found([], problem: "no server answers"))
        rig.take(.found([], problem: "no server answers"))
        #expect(rig.page(80, 24).texts[1].hasSuffix("radio-browser: no server answers"))
        // The listener's own stations are found nevertheless. Another text is sent to the directory.
        #expect(rig.model.search.list.rows.contains(.station(1)))
        #expect(rig.type("x") == [.ask("fipx")])
    }

    @Test func anAddressPlays() {
        var rig = ScreenRig()
        rig.press("/")
        // The typed text is an address. No request to the directory contains a part of it.
        let asked = rig.type("http://127.0.0.1:8000/live").filter { if case .ask = $0 { true } else { false } }
        #expect(asked.allSatisfy { !"\($0)".contains("//") })
        #expect(played(rig.press("enter")) == "http://127.0.0.1:8000/live")
    }

    @Test func aStationThatIsOwnIsNotFoundAgain() {
        var rig = ScreenRig()
        rig.press("/")
        rig.type("fip")
        rig.take(.found([SampleLibrary.stations[0]] + found("FIP Rock"), problem: nil))
        #expect(rig.model.search.found.map(\.station.name) == ["FIP Rock"])
    }

    // MARK: Other pages

    @Test func heardTitles() {
        var rig = ScreenRig()
        #expect(rig.press("3") == [.show(.history)])
        let row = SongRow(
            id: "7", time: "20:14", station: "FIP", stationID: SampleLibrary.stations[0].persistentID,
            text: "Lady Blackbird - Collage", isLiked: false)
        rig.take(.history([row], problem: nil))
        #expect(rig.press("*") == [.like(row)])
        #expect(rig.press("o") == [.links(row)])
        #expect(played(rig.press("enter")) == "FIP")
        rig.take(
            .links([ChoiceRow(text: "MusicBrainz", value: "https://m"), ChoiceRow(text: "B", value: "https://b")]))
        #expect(rig.press("down", "enter") == [.openLink("https://b")])
        // On pages without titles, the key `*` likes the current title.
        #expect(rig.press("1", "*") == [.show(.stations), .player(.like)])
        #expect(rig.press("o") == [.links(nil)])
    }

    /// A title is liked. The cursor stays on this title although its row has changed, and also when a new title comes
    /// first.
    @Test func theCursorStaysOnATitle() {
        func row(_ id: Int, isLiked: Bool = false) -> SongRow {
            SongRow(id: "\(id)", time: "20:1\(id)", station: "FIP", stationID: "f", text: "T\(id)", isLiked: isLiked)
        }
        var rig = ScreenRig()
        rig.press("3")
        rig.take(.history((1...5).map { row($0) }, problem: nil))
        rig.press("down", "down", "down")
        #expect(rig.press("*") == [.like(row(4))])
        rig.take(.history((1...5).map { row($0, isLiked: $0 == 4) }, problem: nil))
        #expect(rig.press("*") == [.like(row(4, isLiked: true))])
        rig.take(.history((0...5).map { row($0) }, problem: nil))
        #expect(rig.press("*") == [.like(row(4))])
    }

    /// A station without an id is named by its first address in the history.
    @Test func aHeardStationWithoutAnID() {
        func row(_ station: String) -> SongRow {
            SongRow(id: "1", time: "20:14", station: "Elsewhere", stationID: station, text: "T", isLiked: false)
        }
        var rig = ScreenRig(
            StationLibrary(stations: [Station(name: "Own", urls: ["http://own.test/", "http://b.test/"])], source: ""))
        rig.press("3")
        rig.take(.history([row("http://own.test/")], problem: nil))
        #expect(played(rig.press("enter")) == "Own")
        rig.take(.history([row("http://elsewhere.test/")], problem: nil))
        #expect(played(rig.press("enter")) == "Elsewhere")
        rig.take(.history([row("gone")], problem: nil))
        #expect(rig.press("enter") == [] && rig.model.message == "the title's station is in none of your lists")
    }

    /// Keys that can do nothing on a page say why.
    @Test(arguments: [
        ("3", "{"), ("3", "x"), ("3", "enter"), ("4", "}"), ("4", "x"), ("4", "enter"), ("5", "enter"), ("5", "x"),
        ("5", "}"), ("?", "enter"), ("2", "enter"), ("2", "x"),
    ]) func keysThatDoNothing(_ page: String, _ key: String) {
        var rig = ScreenRig()
        rig.press(page)
        #expect(rig.press(key) == [])
        #expect(rig.model.message != nil)
        rig.press("down")
        #expect(rig.model.message == nil)
    }

    /// On the search page, letters are keys until the key `/`, which begins with an empty field.
    @Test func theSearchField() {
        var rig = ScreenRig()
        rig.press("2")
        #expect(rig.press("n") == [.player(.next)] && rig.model.search.text == "")
        rig.press("/")
        rig.type("fip")
        rig.press("esc")
        #expect(rig.model.search.text == "fip")
        rig.press("1", "2")
        #expect(rig.model.search.text == "fip" && rig.press("n") == [.player(.next)])
        rig.press("/")
        #expect(rig.model.search.text == "" && rig.model.search.isTyping)
    }

    @Test func theQueue() {
        var rig = ScreenRig()
        rig.press("4")
        rig.take(.queue(Self.entries((11, "a"), (12, "b"), (13, "c"))))
        #expect(rig.model.queue.cursor == 1)
        #expect(rig.press("enter") == [.playEntry(12)])
        #expect(rig.press("}") == [.moveEntry(12, by: 1)])
        rig.take(.queue(Self.entries((11, "a"), (13, "c"), (12, "b"))))
        #expect(rig.model.queue.cursor == 2 && rig.press("}") == [])
        #expect(rig.press("x") == [.removeEntry(12)])
        rig.take(.queue(Self.entries((11, "a"), (13, "c"))))
        #expect(rig.model.queue.cursor == 1)
    }

    private static func entries(_ entries: (id: UInt64, name: String)...) -> [QueuedItem] {
        entries.enumerated().map { QueuedItem(id: $1.id, place: $0, name: $1.name, isCurrent: $0 == 1) }
    }

    /// The queue changes while the cursor is on an entry. The cursor stays on this entry, and keys act on it, even if
    /// another entry has the same name.
    @Test(arguments: [
        (entries((4, "new"), (1, "same"), (2, "same"), (3, "c")), 2), (entries((2, "same"), (3, "c")), 0),
        (entries((3, "c"), (2, "same"), (1, "same")), 1), (entries((2, "renamed"), (1, "same")), 0),
    ])
    func anEntryStaysUnderTheCursor(_ changed: [QueuedItem], place: Int) {
        for (key, effect) in [
            ("enter", ScreenEffect.playEntry(2)), ("x", .removeEntry(2)), ("}", .moveEntry(2, by: 1)),
        ] {
            var rig = ScreenRig()
            rig.press("4")
            rig.take(.queue(Self.entries((1, "same"), (2, "same"), (3, "c"))))
            rig.take(.queue(changed))
            #expect(rig.model.queue.cursor == place && rig.press(key) == [effect], "\(key)")
        }
    }

    @Test func devicesAreChosen() {
        var rig = ScreenRig()
        #expect(rig.press("O") == [.devices])
        rig.take(
            .devices([
                ChoiceRow(text: "Speakers", value: "one"), ChoiceRow(text: "Head", value: "two", isCurrent: true),
            ]))
        // While a question is open, the keys of the player have no function.
        #expect(rig.press("space", "m", "up", "enter") == [.useDevice("one")])
        rig.take(.devices([ChoiceRow(text: "Speakers", value: "one")]))
        #expect(rig.press("q") == [] && rig.model.prompt == nil)
    }

    @Test func theHelpHasEveryKey() {
        var rig = ScreenRig()
        rig.press("2", "esc", "?")
        #expect(rig.model.section == .help)
        let rows = rig.model.help.rows.compactMap { row -> String? in
            guard case .key(_, let words) = row else { return nil }
            return words
        }
        for action in KeyAction.allCases { #expect(rows.contains(action.words)) }
        rig.press("?")
        #expect(rig.model.section == .search)
    }

    @Test func theMouse() {
        var rig = ScreenRig()
        #expect(rig.model.click(.row(2)) == [])
        #expect(rig.model.pointed?.station.name == "Radio Swiss Jazz")
        #expect(played(rig.model.click(.row(2))) == "Radio Swiss Jazz")
        rig.model.wheel(2)
        #expect(rig.model.pointed?.station.name == "Bayern 2")
        #expect(rig.model.click(.section(.queue)) == [.show(.queue)])
        #expect(rig.model.click(.row(99)) == [])
    }
}

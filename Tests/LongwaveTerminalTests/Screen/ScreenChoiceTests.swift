import RadioStations
import RadioText
import Testing

@testable import LongwaveTerminal

/// The screen in the mode of `longwave pick`, in which a station is chosen: what keys do, and what the page shows.
@Suite struct ScreenChoiceTests {
    private func model(
        _ library: StationLibrary = SampleLibrary.library, _ options: StationPickerOptions = .init()
    ) -> ScreenModel { ScreenModel(choosing: options, among: LibrarySearch(library), now: .zero) }

    private func names(_ model: ScreenModel) -> [String] {
        model.rows.map { row in
            if case .heading(let title, let count) = row { return "[\(title) \(count)]" }
            return model.item(row)?.station.name ?? "?"
        }
    }

    @discardableResult
    private func press(_ model: inout ScreenModel, _ keys: String...) -> [ScreenEffect] {
        keys.flatMap { model.press(KeyStroke(name: $0)!) }
    }

    private func type(_ model: inout ScreenModel, _ text: String) {
        for character in text { #expect(model.press(.character(character)) == []) }
    }

    private func chosen(_ effects: [ScreenEffect]) -> [Int]? {
        guard case .choose(let items)? = effects.last else { return nil }
        return items.map(\.number)
    }

    /// Letters are text that filters the stations, even those that are keys on other pages. No request is sent to the
    /// directory.
    @Test func typingFilters() {
        var model = model()
        #expect(model.search.count == 6 && model.pointed?.number == 1)
        type(&model, "jazz")
        // Stations whose name contains the word come before those with the word in a tag.
        #expect(names(model) == ["FIP Jazz", "Radio Swiss Jazz", "FIP"])
        #expect(model.pointed?.station.name == "FIP Jazz")
        type(&model, " swi")
        #expect(names(model) == ["Radio Swiss Jazz"])
        press(&model, "ctrl-w")
        #expect(model.search.text == "jazz ")
        press(&model, "ctrl-u")
        #expect(model.search.count == 6)
        type(&model, "xq")
        #expect(model.search.count == 0 && model.pointed == nil)
        // No station matches the text, so none is selected. All keys still work.
        for key in [
            "up", "down", "page-up", "page-down", "home", "end", "left", "right", "tab", "ctrl-a", "ctrl-f", "ctrl-r",
            "alt-3", "ctrl-g",
        ] { #expect(press(&model, key) == [], "\(key)") }
        #expect(chosen(press(&model, "enter")) == [])
        press(&model, "backspace", "backspace")
        #expect(model.search.count == 6)
    }

    /// Keys that would change lists, open other pages or control the queue have no function while a station is chosen.
    @Test func onlyChoosingIsPossible() {
        var model = model()
        for action in KeyAction.allCases {
            for stroke in KeyBindings.usual.keys(of: action) {
                for effect in model.press(stroke) {
                    switch effect {
                    case .choose, .quit, .keep, .redraw, .player(.toggle), .player(.louder), .player(.quieter): break
                    case _: Issue.record("\(stroke): \(effect)")
                    }
                }
                #expect(model.section == .search && model.prompt == nil)
            }
        }
    }

    @Test(arguments: ["esc", "ctrl-c", "ctrl-d"]) func leaving(_ key: String) {
        var model = model()
        #expect(press(&model, key) == [.quit])
    }

    @Test func groupsHaveHeadings() {
        var model = model()
        press(&model, "down", "down", "ctrl-g")
        #expect(
            names(model) == [
                "[CH 1]", "Radio Swiss Jazz", "[DE 1]", "Bayern 2", "[FR 2]", "FIP", "FIP Jazz", "[JP 1]", "日本の声",
                "[ 1]", "Nameless\u{1B}[2J",
            ])
        // The list has changed, and the selected station stays selected.
        #expect(model.pointed?.station.name == "Radio Swiss Jazz")
        press(&model, "right")
        #expect(model.pointed?.station.name == "Bayern 2")
        press(&model, "right", "down", "left")
        #expect(model.pointed?.station.name == "Bayern 2")
        press(&model, "end", "right")
        #expect(model.pointed?.number == 6)
        // A station with two languages is shown in two groups but counted once.
        press(&model, "ctrl-g")
        #expect(model.search.grouping == .language && model.search.count == 6)
        #expect(names(model).filter { $0 == "Radio Swiss Jazz" }.count == 2)
        for _ in 0..<6 { press(&model, "ctrl-g") }
        #expect(model.search.grouping == nil)
    }

    @Test func oneOrSeveral() {
        var one = model()
        press(&one, "tab", "ctrl-a")
        #expect(one.choice?.marked == [])
        #expect(chosen(press(&one, "enter")) == [1])

        var several = model(SampleLibrary.library, .init(allowsMultiple: true))
        #expect(chosen(press(&several, "enter")) == [1])
        press(&several, "end", "tab", "home", "tab")
        // The chosen stations are returned in the order in which they were marked, even those that the filter hides.
        type(&several, "bayern")
        #expect(chosen(press(&several, "enter")) == [6, 1])
        press(&several, "ctrl-a")
        #expect(several.choice?.marked == [6, 1, 5])
        press(&several, "ctrl-a")
        #expect(several.choice?.marked == [6, 1])
        press(&several, "ctrl-u", "home", "tab")
        #expect(several.choice?.marked == [6])
    }

    @Test func favouritesAndStars() throws {
        var model = model()
        guard case .keep(let item, _)? = press(&model, "ctrl-f").first else {
            Issue.record("no change")
            return
        }
        #expect(item.number == 1 && item.user.isFavourite)
        #expect(model.pointed?.user.isFavourite == true)
        for stars in [1, 2, 3, 4, 5, nil, 1] {
            press(&model, "ctrl-r")
            #expect(model.pointed?.user.rating == stars)
        }
        press(&model, "alt-4")
        #expect(model.pointed?.user.rating == 4)
        press(&model, "alt-0")
        #expect(model.pointed?.user.rating == nil)
        // The change could not be saved, so it is undone on the page.
        _ = model.take(.kept(SampleLibrary.library.item(at: 0)))
        #expect(model.pointed?.user.isFavourite == false)
    }

    @Test func theQueryIsTheFrame() {
        let query = StationQuery(
            words: "jazz", predicates: [StationPredicate(.country, .equals(.text("FR")))].compactMap(\.self),
            grouping: .country)
        var model = model(SampleLibrary.library, .init(query: query))
        #expect(names(model) == ["[FR 2]", "FIP Jazz", "FIP"])
        #expect(model.search.text == "jazz")
        press(&model, "ctrl-u")
        #expect(model.search.count == 2 && model.total == 6)
    }

    // MARK: What is seen

    private func page(
        _ width: Int, _ height: Int, _ options: StationPickerOptions = .init(), charset: TerminalCharset = .utf8,
        status: String = "", hasPicture: Bool = false, keys: [String] = [], text: String = ""
    ) -> ScreenCells {
        var model = ScreenModel(choosing: options, among: LibrarySearch(SampleLibrary.library), now: .zero)
        for key in keys { press(&model, key) }
        type(&model, text)
        model.choice?.status = status
        let layout = ScreenLayout(width: width, height: height, hasPicture: hasPicture, isChoosing: true)
        model.fit(rows: layout.list.count)
        return ScreenPainter(charset: charset).cells(model, layout)
    }

    @Test func anOrdinaryTerminal() {
        let page = page(
            80, 24, .init(prompt: "Which?", allowsMultiple: true), status: "playing FIP",
            keys: ["ctrl-f", "alt-3", "down", "tab"])
        let texts = page.texts
        #expect(texts.count == 24)
        #expect(texts[0].hasPrefix("Which?> ") && texts[0].hasSuffix("1 marked  6"))
        #expect(page.cursor?.column == 8)
        #expect(texts[1].hasPrefix("    ♥★★★   FIP  "))
        #expect(texts[2].hasPrefix("  ● "))
        #expect(texts[3].hasPrefix(">   ") && page[3, 0].style == .selected)
        #expect(texts[3].contains("Radio Swiss Jazz") && texts[3].contains("CH MP3 128") && texts[3].contains("jazz"))
        // Below a horizontal line are the details of the selected station. A password in its address is not shown.
        #expect(texts[17].hasPrefix("──"))
        #expect(texts[18] == "Radio Swiss Jazz")
        #expect(texts[19] == "What Radio Swiss Jazz is")
        #expect(texts[21] == "http://***@host.example/16")
        #expect(texts[22] == "playing FIP")
        #expect(texts[23].contains("Tab mark"))
    }

    /// At any size of the terminal, no line is too long, and no control character of a station's name is drawn.
    @Test(arguments: [1, 2, 5, 10, 20, 33, 50, 60, 72, 80, 120, 200], [1, 2, 3, 4, 5, 8, 13, 14, 24, 60])
    func everySize(_ width: Int, _ height: Int) {
        let options = StationPickerOptions(prompt: "日本 \u{1B}]0;x\u{7}", allowsMultiple: true)
        for charset in [TerminalCharset.utf8, .ascii] {
            for (keys, text) in [([], ""), (["ctrl-g", "end"], ""), ([], "日本"), ([], "q")] {
                let page = page(
                    width, height, options, charset: charset, status: "playing", keys: keys, text: text)
                #expect(page.height == height && page.width == width)
                #expect((0..<width).contains(page.cursor?.column ?? -1))
                for text in page.texts {
                    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
                    #expect(DisplayWidth.of(text) <= width, "\(text)")
                    if charset == .ascii { #expect(text.utf8.allSatisfy { $0 < 0x80 }) }
                }
            }
        }
    }

    /// In a terminal with at least two lines, the selected station is visible.
    @Test(arguments: [20, 80, 120], [2, 3, 4, 5, 8, 13, 14, 18, 24]) func thePointerIsSeen(_ width: Int, _ height: Int)
    {
        let page = page(width, height, keys: ["down", "down", "down"])
        #expect(page.texts.contains { $0.hasPrefix("> ") && $0.contains("日本の声") })
    }

    @Test func nothingIsFound() {
        let texts = page(80, 24, text: "qq").texts
        #expect(texts[0].hasPrefix("> qq") && texts[0].hasSuffix("0 of 6"))
        #expect(texts[1] == "  no station matches")
    }

    /// The cells for the station's picture stay blank. Its details are to the right of them.
    @Test(arguments: [80, 120, 200], [24, 40, 60]) func roomForAPicture(_ width: Int, _ height: Int) throws {
        let page = page(width, height, status: "playing", hasPicture: true)
        let layout = ScreenLayout(width: width, height: height, hasPicture: true, isChoosing: true)
        let frame = try #require(layout.picture)
        for row in frame.row..<(frame.row + frame.rows) {
            for column in frame.column..<(frame.column + frame.columns) { #expect(page[row, column].text == " ") }
        }
        #expect(page.texts.contains { $0.hasSuffix("FIP") || $0.contains("FIP ") })
    }
}

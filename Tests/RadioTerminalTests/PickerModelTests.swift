import RadioStations
import Testing

@testable import RadioTerminal

@Suite struct PickerModelTests {
    private func model(
        _ library: StationLibrary = SampleLibrary.library, _ options: StationPickerOptions = .init()
    ) -> PickerModel { PickerModel(LibrarySearch(library), options, now: .zero) }

    private func names(_ model: PickerModel) -> [String] {
        model.rows.map { row in
            switch row {
            case .heading(let title, let count): "[\(title) \(count)]"
            case .station(let number): model.item(number).station.name
            case .found(let place): "found \(place)"
            }
        }
    }

    private func picked(_ outcome: PickerOutcome?) -> [Int]? {
        guard case .picked(let items)? = outcome else { return nil }
        return items.map(\.number)
    }

    @Test func typingFilters() {
        var model = model()
        #expect(model.count == 6 && model.current?.number == 1)
        for character in "jazz" { #expect(model.apply(.insert(character)) == nil) }
        // The best match first: in the name.
        #expect(names(model) == ["FIP Jazz", "Radio Swiss Jazz", "FIP"])
        #expect(model.current?.station.name == "FIP Jazz")
        for character in " swi" { _ = model.apply(.insert(character)) }
        #expect(names(model) == ["Radio Swiss Jazz"])
        _ = model.apply(.eraseWord)
        #expect(model.text == "jazz ")
        _ = model.apply(.eraseWord)
        #expect(model.text == "" && model.count == 6)
        _ = model.apply(.insert("x"))
        _ = model.apply(.insert("q"))
        #expect(model.count == 0 && model.current == nil)
        // Nothing is there to be pointed at, and no key minds.
        for action: PickerAction in [
            .move(1), .move(-1), .movePage(1), .first, .last, .moveGroup(1), .moveGroup(-1), .toggleMark, .toggleAll,
            .toggleFavourite, .raiseRating, .rate(3), .listen, .redraw,
        ] { #expect(model.apply(action) == nil) }
        #expect(picked(model.apply(.choose)) == [])
        _ = model.apply(.erase)
        _ = model.apply(.erase)
        _ = model.apply(.erase)
        #expect(model.count == 6)
    }

    @Test func theTextIsBounded() {
        var model = model()
        for _ in 0..<1000 { _ = model.apply(.insert("a")) }
        #expect(model.text.count == PickerModel.maximumText)
    }

    @Test func theCursorStaysInTheList() {
        var model = model()
        _ = model.apply(.move(-1))
        #expect(model.current?.number == 1)
        _ = model.apply(.move(2))
        #expect(model.current?.number == 3)
        _ = model.apply(.last)
        _ = model.apply(.move(1))
        #expect(model.current?.number == 6)
        _ = model.apply(.first)
        #expect(model.current?.number == 1)
    }

    @Test func whatIsPointedAtIsSeen() {
        var model = model(SampleLibrary.large(1000))
        model.fit(rows: 10)
        #expect(model.visible.map(\.place) == Array(0..<10))
        _ = model.apply(.move(10))
        #expect(model.visible.map(\.place) == Array(1..<11))
        _ = model.apply(.movePage(1))
        #expect(model.cursor == 19 && model.visible.last?.place == 19)
        _ = model.apply(.last)
        #expect(model.visible.map(\.place) == Array(990..<1000))
        // A smaller terminal, a larger one.
        model.fit(rows: 3)
        #expect(model.visible.contains { $0.place == 999 })
        model.fit(rows: 2000)
        #expect(model.visible.count == 1000)
        _ = model.apply(.movePage(-1))
        #expect(model.cursor == 0)
    }

    @Test func groupsHaveHeadings() {
        var model = model()
        _ = model.apply(.move(2))
        _ = model.apply(.nextGrouping)
        #expect(
            names(model) == [
                "[CH 1]", "Radio Swiss Jazz", "[DE 1]", "Bayern 2", "[FR 2]", "FIP", "FIP Jazz", "[JP 1]", "日本の声",
                "[ 1]", "Nameless\u{1B}[2J",
            ])
        // The station that was pointed at still is.
        #expect(model.current?.station.name == "Radio Swiss Jazz")
        #expect(model.count == 6)
        _ = model.apply(.move(-1))
        #expect(model.cursor == 1)
        _ = model.apply(.move(1))
        #expect(model.current?.station.name == "Bayern 2")
        _ = model.apply(.moveGroup(1))
        #expect(model.current?.station.name == "FIP")
        _ = model.apply(.move(1))
        _ = model.apply(.moveGroup(-1))
        #expect(model.current?.station.name == "Bayern 2")
        _ = model.apply(.last)
        _ = model.apply(.moveGroup(1))
        #expect(model.current?.number == 6)
        // Seen with its heading.
        model.fit(rows: 4)
        _ = model.apply(.first)
        #expect(model.visible.first?.place == 0)
        // A station of two languages is in two collections and counts once.
        _ = model.apply(.nextGrouping)
        #expect(model.grouping == .language && model.count == 6)
        #expect(names(model).filter { $0 == "Radio Swiss Jazz" }.count == 2)
        for _ in PickerModel.groupings.dropFirst(2) { _ = model.apply(.nextGrouping) }
        #expect(model.grouping == nil)
    }

    @Test func oneOrSeveral() {
        var one = model()
        _ = one.apply(.toggleMark)
        _ = one.apply(.toggleAll)
        #expect(one.marked.isEmpty)
        #expect(picked(one.apply(.choose)) == [1])

        var several = model(SampleLibrary.library, .init(allowsMultiple: true))
        #expect(picked(several.apply(.choose)) == [1])
        _ = several.apply(.last)
        _ = several.apply(.toggleMark)
        _ = several.apply(.first)
        _ = several.apply(.toggleMark)
        // In the order in which they were marked, whatever is listed now.
        several.type("bayern")
        #expect(picked(several.apply(.choose)) == [6, 1])
        _ = several.apply(.toggleAll)
        #expect(several.marked == [6, 1, 5])
        _ = several.apply(.toggleAll)
        #expect(several.marked == [6, 1])
        several.type("")
        _ = several.apply(.toggleMark)
        #expect(several.marked == [6])
        #expect(several.apply(.cancel) == .cancelled)
    }

    @Test func favouritesAndStars() throws {
        var model = model()
        guard case .changed(let item)? = model.apply(.toggleFavourite) else {
            Issue.record("no change")
            return
        }
        #expect(item.number == 1 && item.user.isFavourite)
        #expect(model.current?.user.isFavourite == true)
        for stars in [1, 2, 3, 4, 5, nil, 1] {
            _ = model.apply(.raiseRating)
            #expect(model.current?.user.rating == stars)
        }
        _ = model.apply(.rate(4))
        #expect(model.current?.user.rating == 4)
        _ = model.apply(.rate(0))
        #expect(model.current?.user.rating == nil)
        // What was changed counts for what is listed next.
        while model.grouping != .favourite { _ = model.apply(.nextGrouping) }
        #expect(names(model).prefix(2) == ["[★ 1]", "FIP"])
        // It could not be kept.
        model.set(SampleLibrary.library.item(at: 0))
        #expect(model.current?.user.isFavourite == false)
    }

    @Test func theQueryIsTheFrame() {
        let query = StationQuery(
            words: "jazz", predicates: [StationPredicate(.country, .equals(.text("FR")))].compactMap(\.self),
            grouping: .country)
        var model = model(SampleLibrary.library, .init(query: query))
        #expect(names(model) == ["[FR 2]", "FIP Jazz", "FIP"])
        #expect(model.text == "jazz")
        _ = model.apply(.eraseAll)
        #expect(model.count == 2 && model.total == 6)
    }
}

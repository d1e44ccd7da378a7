import RadioStations

/// Converts the screen's state to the cells that are drawn, and finds the part of the screen at a cell. Pure.
package struct ScreenPainter: Sendable {
    package let charset: TerminalCharset
    let clean: Sanitiser
    let stations: StationText

    /// The smallest width in columns to which the note next to the search field may be cut. If there is less room, the
    /// note is not shown.
    private static let minimumNote = 20

    package init(charset: TerminalCharset) {
        self.charset = charset
        clean = Sanitiser(charset: charset, isForCells: true)
        stations = StationText(charset: charset)
    }

    /// Returns the cells that show the screen's state in a layout.
    /// - Parameter model: the screen's state, already fitted to the layout's rows (``ScreenModel/fit(rows:)``).
    package func cells(_ model: ScreenModel, _ layout: ScreenLayout) -> ScreenCells {
        var cells = ScreenCells(width: layout.width, height: layout.height)
        drawPage(model, layout, &cells)
        if let row = layout.tabs { drawTabs(model, layout, row, &cells) }
        if let row = layout.bar { drawBar(model, layout, row, &cells) }
        if let row = layout.rule { cells.put(String(repeating: line, count: layout.width), row, 0, .faint) }
        if layout.isWide {
            for row in 1..<(layout.height - 1) {
                cells.put(charset == .utf8 ? "│" : "|", row, layout.listWidth, .faint)
            }
        }
        if let choice = model.choice {
            drawPointed(model, choice, layout, &cells)
        } else {
            drawPlaying(model.playing, layout, &cells)
        }
        drawLastLine(model, layout, &cells)
        return cells
    }

    /// Returns the part of the screen at a cell; nil if pressing the mouse there has no effect.
    package func target(_ model: ScreenModel, _ layout: ScreenLayout, row: Int, column: Int) -> ScreenTarget? {
        if row == layout.tabs {
            if model.choice != nil { return .field }
            return tabs(model, layout).first { $0.columns.contains(column) }.map { .section($0.section) }
        }
        if row == layout.bar {
            guard model.section == .stations else { return model.section == .search ? .field : nil }
            return sources(model, layout.listWidth).first { $0.columns.contains(column) }.map { .source($0.place) }
        }
        guard layout.list.contains(row), column < layout.listWidth else { return nil }
        let place = top(model) + row - layout.list.lowerBound
        return .row(place)
    }

    /// Returns the index of the first visible row in the list of the shown page or question.
    private func top(_ model: ScreenModel) -> Int {
        if case .choice(_, _, let list)? = model.prompt { return list.top }
        return switch model.section {
        case .stations: model.stations.list.top
        case .search: model.search.list.top
        case .history: model.history.top
        case .queue: model.queue.top
        case .recordings: model.recordings.top
        case .schedule: model.schedule.top
        case .help: model.help.top
        }
    }

    var line: String { charset == .utf8 ? "─" : "-" }

    func cut(_ text: String, _ width: Int) -> String { stations.cut(text, width) }

    // MARK: Names of pages

    /// Returns the names of the pages with their columns. If they do not all fit, returns only the name of the shown
    /// page.
    private func tabs(
        _ model: ScreenModel, _ layout: ScreenLayout
    ) -> [(section: ScreenSection, columns: Range<Int>, text: String)] {
        var column = 0
        var tabs: [(ScreenSection, Range<Int>, String)] = []
        for section in ScreenSection.allCases {
            let text = " \(section.title) "
            tabs.append((section, column..<(column + text.count), text))
            column += text.count
        }
        if column <= layout.width { return tabs }
        // The row has room for only the name of the shown page.
        let text = " \(model.section.title) "
        return [(model.section, 0..<text.count, text)]
    }

    /// Draws the screen's first row: the names of the pages and the cursor's place, or the search field if it has no
    /// row of its own.
    private func drawTabs(_ model: ScreenModel, _ layout: ScreenLayout, _ row: Int, _ cells: inout ScreenCells) {
        // If the layout has no row of its own for the search field, the field replaces the names of the pages.
        if layout.bar == nil, model.section == .search, model.prompt == nil {
            return drawField(model, row, layout.width, &cells)
        }
        var end = 0
        for tab in tabs(model, layout) {
            end = cells.put(
                tab.text, row, tab.columns.lowerBound, tab.section == model.section ? .tab : .faint)
        }
        let count = count(model)
        if layout.width - end > count.count + 1 { cells.put(count, row, layout.width - count.count - 1, .faint) }
    }

    /// Returns the cursor's place in the page's list, such as `3/36`: the third of 36 rows.
    private func count(_ model: ScreenModel) -> String {
        func text<Row>(_ list: RowList<Row>) -> String { list.ordinal.map { "\($0)/\(list.count)" } ?? "" }
        return switch model.section {
        case .stations: text(model.stations.list)
        case .search: text(model.search.list)
        case .history: text(model.history)
        case .queue: text(model.queue)
        case .recordings: text(model.recordings)
        case .schedule, .help: ""
        }
    }

    // MARK: The line above a page

    /// Returns the names of station lists that fit into a width, with the columns where they are drawn.
    private func sources(_ model: ScreenModel, _ width: Int) -> [(place: Int, columns: Range<Int>, text: String)] {
        let all = model.stations.sources.map { " \(cut(clean($0.name), 20)) " }
        // Names at the beginning are left out until the name of the shown list fits into the width.
        var first = 0
        func end(_ last: Int) -> Int { all[first...last].reduce(0) { $0 + DisplayWidth.of($1) } }
        while first < model.stations.source, end(model.stations.source) > width { first += 1 }
        var column = 0
        var result: [(Int, Range<Int>, String)] = []
        for place in first..<all.count {
            let columns = DisplayWidth.of(all[place])
            guard column + columns <= width || place == model.stations.source else { break }
            result.append((place, column..<(column + columns), all[place]))
            column += columns
        }
        return result
    }

    /// Draws the row above the page: the names of the station lists, the search field, or a description of the page.
    private func drawBar(_ model: ScreenModel, _ layout: ScreenLayout, _ row: Int, _ cells: inout ScreenCells) {
        let width = layout.listWidth
        if case .choice(_, let title, _)? = model.prompt {
            cells.put(cut(" \(title)", width), row, 0, .strong)
            return
        }
        switch model.section {
        case .stations:
            var end = 0
            for source in sources(model, width) {
                end = cells.put(
                    source.text, row, source.columns.lowerBound,
                    source.place == model.stations.source ? .strong : .faint, before: width)
            }
            if let grouping = model.stations.grouping, width - end > 12 {
                cells.put("by \(grouping.rawValue)", row, end + 1, .faint, before: width)
            }
        case .search: drawField(model, row, width, &cells)
        case .history: cells.put(cut(" Heard titles, newest first", width), row, 0, .faint)
        case .queue: cells.put(cut(" Queue", width), row, 0, .faint)
        case .recordings: cells.put(cut(" Recordings, newest first", width), row, 0, .faint)
        case .schedule: cells.put(cut(" Schedule of the shared player", width), row, 0, .faint)
        case .help: cells.put(cut(" All keys; ? or Esc: back", width), row, 0, .faint)
        }
    }

    /// Draws the search field with a note at the right, such as why the directory of stations did not answer. If the
    /// typed text is too long, the end of the text is shown.
    private func drawField(_ model: ScreenModel, _ row: Int, _ width: Int, _ cells: inout ScreenCells) {
        let column = cells.put(cut(model.choice.map { clean($0.prompt) + "> " } ?? "/ ", width), row, 0, .key)
        let note = model.choice.map { choiceNote(model, $0) } ?? directoryNote(model.search)
        let end = cells.put(typed(model.search.text, width - column - 1), row, column, .field, before: width)
        if model.search.isTyping { cells.cursor = (row, min(end, width - 1)) }
        if !model.search.isTyping, model.search.text.isEmpty {
            cells.put("/: search", row, 0, .faint, before: width)
        }
        // The note may be a long reason why the directory of stations did not answer. If it does not fit, its beginning
        // is shown.
        let shown = cut(note, min(width - end - 3, width / 2))
        let noteWidth = DisplayWidth.of(shown)
        if noteWidth == DisplayWidth.of(note) || noteWidth >= Self.minimumNote {
            cells.put(shown, row, width - noteWidth - 1, .faint)
        }
    }

    /// Returns the end of a typed text that fits into a number of columns. A space at the end of the text is not
    /// removed.
    func typed(_ text: String, _ width: Int) -> String {
        var typed = clean(text)
        if text.hasSuffix(" "), !typed.hasSuffix(" ") { typed.append(" ") }
        while DisplayWidth.of(typed) > max(width, 0), !typed.isEmpty { typed.removeFirst() }
        return typed
    }

    private func directoryNote(_ search: SearchPane) -> String {
        switch search.directory {
        case .idle, .answered: ""
        case .asking: "radio-browser\(charset.ellipsis)"
        case .failed(_, let reason): clean("radio-browser: \(reason)")
        }
    }
}

import RadioStations

/// Draws the rows of a page.
extension ScreenPainter {
    /// Draws the rows of the shown page. If the screen asks a question with several answers, draws the answers instead.
    func drawPage(_ model: ScreenModel, _ layout: ScreenLayout, _ cells: inout ScreenCells) {
        if case .choice(_, _, let list)? = model.prompt {
            return draw(list, layout, "nothing to choose", &cells) { row, _ in
                (row.isCurrent ? "\(mark) " : "  ") + clean(row.text)
            }
        }
        let columns = StationText.Columns(
            width: layout.listWidth, mark: model.choice?.allowsMultiple == true ? 4 : 2)
        switch model.section {
        case .stations:
            let nothing =
                model.isLoaded ? model.problems[.stations] ?? "this list is empty" : "loading the stations"
            draw(model.stations.list, layout, nothing, style: { style($0, model) }, &cells) { row, _ in
                text(row, model, columns)
            }
        case .search:
            let isEmpty = model.choice == nil && model.search.text.isEmpty
            let nothing = isEmpty ? "type words or an address" : "no station matches"
            draw(model.search.list, layout, nothing, style: { style($0, model) }, &cells) { row, _ in
                text(row, model, columns)
            }
        case .history:
            draw(model.history, layout, model.problems[.history] ?? "no titles yet", &cells) { row, width in
                let heart = row.isLiked ? (charset == .utf8 ? "♥ " : "* ") : "  "
                let head = "\(row.time) \(heart)\(clean(row.text))"
                let station = clean(row.station)
                guard width >= 60 else { return head }
                let room = width - min(DisplayWidth.of(station), width / 3) - 2
                return DisplayWidth.padded(cut(head, room), to: room + 1) + station
            }
        case .queue:
            draw(
                model.queue, layout, "the queue is empty: press e on a station to add it",
                style: { $0.problem != nil ? .bad : $0.isCurrent ? .current : .plain }, &cells
            ) { row, _ in
                let number = String(row.place + 1)
                let problem = row.problem.map { "  \(clean($0))" } ?? ""
                return (row.isCurrent ? mark : " ") + String(repeating: " ", count: max(4 - number.count, 0)) + number
                    + "  " + clean(row.name) + problem
            }
        case .recordings:
            draw(
                model.recordings, layout,
                model.problems[.recordings] ?? "no recordings yet: k keeps a title, R records", &cells
            ) { row, width in
                let room = max(width - DisplayWidth.of(row.facts) - 2, 8)
                guard width >= 50 else { return clean(row.name) }
                return DisplayWidth.padded(cut(clean(row.name), room), to: room + 1) + row.facts
            }
        case .schedule:
            draw(model.schedule, layout, nothing: model.problems[.schedule] ?? "reading the schedule", &cells)
        case .help: draw(model.help, layout, nothing: "", &cells)
        }
    }

    private func draw(
        _ list: RowList<HelpRow>, _ layout: ScreenLayout, nothing: String, _ cells: inout ScreenCells
    ) {
        draw(list, layout, nothing, style: { $0.isHeading ? .strong : .plain }, &cells) { row, width in
            switch row {
            case .heading(let title): title
            case .key(let keys, let words):
                "  " + DisplayWidth.padded(charset == .utf8 ? keys : clean(keys), to: width >= 40 ? 14 : 8) + " "
                    + clean(words)
            }
        }
    }

    /// The sign before the station or the queue's entry that plays.
    private var mark: String { charset == .utf8 ? "▸" : ">" }

    /// Draws the visible rows of a list. If the list is empty, draws the text `nothing`.
    private func draw<Row>(
        _ list: RowList<Row>, _ layout: ScreenLayout, _ nothing: String, style: (Row) -> CellStyle = { _ in .plain },
        _ cells: inout ScreenCells, _ text: (Row, Int) -> String
    ) {
        let (rows, width) = (layout.list, layout.listWidth)
        guard !rows.isEmpty else { return }
        if list.rows.isEmpty {
            cells.put(cut("  " + clean(nothing), width), rows.lowerBound, 0, .faint)
            return
        }
        for (line, (place, row)) in zip(rows, list.visible) {
            cells.put(cut(text(row, width), width), line, 0, style(row), before: width)
            if place == list.cursor, !row.isHeading { cells.paint(line, 0..<width, .selected) }
        }
    }

    // MARK: Stations

    /// Returns the text of a row that shows a station or a heading.
    private func text(_ row: StationRow, _ model: ScreenModel, _ columns: StationText.Columns) -> String {
        guard let item = model.item(row) else {
            if case .heading(let title, let count) = row { return stations.heading(title, count) }
            return ""
        }
        if let choice = model.choice {
            return stations.row(item, mark: mark(item, isPointed: row == model.search.list.current, choice), columns)
        }
        let isPlaying = item.id == model.playing.stationID && model.playing.isActive
        return stations.row(
            item, mark: isPlaying ? "\(mark) " : "  ", problem: model.failures[item.id], columns)
    }

    private func style(_ row: StationRow, _ model: ScreenModel) -> CellStyle {
        guard let item = model.item(row) else { return .strong }
        if item.id == model.playing.stationID, model.playing.isActive { return .current }
        return model.failures[item.id] == nil ? .plain : .bad
    }
}

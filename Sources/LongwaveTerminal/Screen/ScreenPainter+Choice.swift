import RadioStations

/// The parts of the screen that only the choosing mode (station picker) has.
extension ScreenPainter {
    /// Returns the note next to the search field: the number of marked stations, the grouping, and the numbers of
    /// listed stations and of all stations.
    func choiceNote(_ model: ScreenModel, _ choice: ScreenChoice) -> String {
        let (count, total) = (model.search.count, model.total)
        return [
            choice.marked.isEmpty ? nil : "\(choice.marked.count) marked",
            model.search.grouping.map { "by \($0.rawValue)" },
            count == total ? "\(total)" : "\(count) of \(total)",
        ].compactMap(\.self).joined(separator: "  ")
    }

    /// Returns the text before a station's name: `>` if the station has the cursor, and `●` or `*` if it is marked.
    func mark(_ item: LibraryItem, isPointed: Bool, _ choice: ScreenChoice) -> String {
        let pointer = isPointed ? "> " : "  "
        guard choice.allowsMultiple else { return pointer }
        return pointer + (choice.marked.contains(item.number) ? (charset == .utf8 ? "● " : "* ") : "  ")
    }

    /// Draws the facts about the station with the cursor, and below them the line about the sound
    /// (``ScreenChoice/status``).
    func drawPointed(
        _ model: ScreenModel, _ choice: ScreenChoice, _ layout: ScreenLayout, _ cells: inout ScreenCells
    ) {
        let (rows, columns) = (layout.playing, layout.playingColumns)
        guard let last = rows.last else { return }
        let status = clean(choice.status)
        if let item = model.pointed, status.isEmpty || rows.count > 1 {
            let lines = [clean(item.station.name)] + stations.facts(item)
            for (row, line) in zip(status.isEmpty ? rows : rows.dropLast(), lines) {
                cells.put(cut(line, columns.count), row, columns.lowerBound, row == rows.lowerBound ? .strong : .plain)
            }
        }
        cells.put(cut(status, columns.count), last, columns.lowerBound, .strong)
    }
}

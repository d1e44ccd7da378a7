import RadioStations

/// What is drawn in choosing mode only.
extension ScreenPainter {
    /// What stands beside the field: how many stations are listed, grouped and marked.
    func choiceNote(_ model: ScreenModel, _ choice: ScreenChoice) -> String {
        let (count, total) = (model.search.count, model.total)
        return [
            choice.marked.isEmpty ? nil : "\(choice.marked.count) marked",
            model.search.grouping.map { "by \($0.rawValue)" },
            count == total ? "\(total)" : "\(count) of \(total)",
        ].compactMap(\.self).joined(separator: "  ")
    }

    /// What stands before a station: a pointer, and a dot if it is marked.
    func mark(_ item: LibraryItem, isPointed: Bool, _ choice: ScreenChoice) -> String {
        let pointer = isPointed ? "> " : "  "
        guard choice.allowsMultiple else { return pointer }
        return pointer + (choice.marked.contains(item.number) ? (charset == .utf8 ? "● " : "* ") : "  ")
    }

    /// Describes the station that is pointed at, and says what is heard in the last line.
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

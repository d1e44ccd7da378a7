import RadioStations

/// Lays a picker out on a terminal of any size. Pure.
struct PickerPainter: Sendable {
    let charset: TerminalCharset
    /// Whether there is to be room for a picture beside what is known of a station.
    let hasPictures: Bool
    private let clean: Sanitiser
    private let stations: StationText

    init(charset: TerminalCharset, hasPictures: Bool = false) {
        self.charset = charset
        self.hasPictures = hasPictures
        clean = Sanitiser(charset: charset)
        stations = StationText(charset: charset)
    }

    /// From this many rows on there is room for what is known of the station.
    private static let heightForPreview = 14
    private static let factRows = 5
    private static let heightForHelp = 4
    /// From this size on there is room for a picture.
    private static let heightForPicture = 20
    private static let widthForPicture = 48

    /// Rows for what is known of the station: as many as the facts, or a third of a terminal that shows a picture.
    private func previewRows(_ width: Int, _ height: Int) -> Int {
        guard hasPictures, height >= Self.heightForPicture, width >= Self.widthForPicture else { return Self.factRows }
        return min(max(height / 3 - 2, 8), 14)
    }

    /// Where a picture stands: right of what is known of the station, in cells twice as high as wide. Nil where there is no room.
    func pictureFrame(width: Int, height: Int, hasStatus: Bool) -> PictureFrame? {
        let rows = previewRows(width, height)
        guard rows > Self.factRows else { return nil }
        let columns = min(rows * 2, width / 3)
        let top = 1 + listRows(width: width, height: height, hasStatus: hasStatus) + 1
        return PictureFrame(row: top, column: width - columns, columns: columns, rows: rows)
    }

    /// Rows of stations that a terminal of this height has room for.
    /// - Parameters:
    ///   - width: columns of the terminal.
    ///   - height: its rows.
    ///   - hasStatus: a line says what is heard.
    func listRows(width: Int, height: Int, hasStatus: Bool) -> Int {
        let preview = height >= Self.heightForPreview ? previewRows(width, height) + 1 : 0
        let help = height >= Self.heightForHelp ? 1 : 0
        return max(height - 1 - preview - help - (hasStatus && help > 0 ? 1 : 0), 1)
    }

    /// - Parameters:
    ///   - model: already fitted to ``listRows(width:height:hasStatus:)``.
    ///   - width: columns of the terminal.
    ///   - height: its rows.
    ///   - status: what is heard; empty where nothing is.
    func page(_ model: PickerModel, width: Int, height: Int, status: String) -> ScreenCells {
        var cells = ScreenCells(width: width, height: height)
        let rows = listRows(width: width, height: height, hasStatus: !status.isEmpty)
        cells.cursor = (0, head(model, &cells))
        let columns = StationText.Columns(width: width, mark: model.allowsMultiple ? 4 : 2)
        for (line, (place, row)) in model.visible.prefix(rows).enumerated() {
            draw(row, isCurrent: place == model.cursor, model, columns, line + 1, &cells)
        }
        if model.rows.isEmpty { cells.put("  no station has all of that", 1, 0, .faint) }
        var row = rows + 1
        if height >= Self.heightForPreview {
            cells.put(String(repeating: charset == .utf8 ? "─" : "-", count: width), row, 0, .faint)
            let previewRows = previewRows(width, height)
            let frame = pictureFrame(width: width, height: height, hasStatus: !status.isEmpty)
            let room = frame.map { $0.column - 2 } ?? width
            if let item = model.current {
                cells.put(cut(clean(item.station.name), room), row + 1, 0, .strong)
                for (line, fact) in stations.facts(item).prefix(previewRows - 1).enumerated() {
                    cells.put(cut(fact, room), row + 2 + line, 0)
                }
            }
            row += previewRows + 1
        }
        guard height >= Self.heightForHelp else { return cells }
        if !status.isEmpty {
            cells.put(cut(clean(status), width), row, 0, .strong)
            row += 1
        }
        cells.put(cut(help(model, width), width), row, 0, .faint)
        return cells
    }

    // MARK: The first line

    /// - Returns: the column of the cursor.
    private func head(_ model: PickerModel, _ cells: inout ScreenCells) -> Int {
        let width = cells.width
        var right = model.count == model.total ? "\(model.total)" : "\(model.count) of \(model.total)"
        if let grouping = model.grouping { right = "by \(grouping.rawValue)  " + right }
        if !model.marked.isEmpty { right = "\(model.marked.count) marked  " + right }
        let prompt = clean(model.prompt) + "> "
        let promptWidth = DisplayWidth.of(prompt)
        // What was typed last is what is looked at.
        let room = width - promptWidth - 1
        var typed = clean(model.text.replacingTrailingSpace())
        while DisplayWidth.of(typed) > max(room, 0), !typed.isEmpty { typed.removeFirst() }
        let left = promptWidth + DisplayWidth.of(typed)
        cells.put(cut(prompt, width), 0, 0, .strong)
        cells.put(typed, 0, promptWidth)
        if width - left - right.count > 1 { cells.put(right, 0, width - 1 - right.count, .faint) }
        return min(left, width - 1)
    }

    // MARK: Rows

    private func draw(
        _ row: StationRow, isCurrent: Bool, _ model: PickerModel, _ columns: StationText.Columns, _ line: Int,
        _ cells: inout ScreenCells
    ) {
        switch row {
        case .heading(let title, let count):
            let text = stations.heading(title, count)
            cells.put(cut(text, columns.mark + columns.user + columns.name), line, 0, .strong)
        case .station(let number):
            let item = model.item(number)
            var mark = isCurrent ? "> " : "  "
            if columns.mark == 4 {
                mark += model.marked.contains(item.number) ? (charset == .utf8 ? "● " : "* ") : "  "
            }
            let text = stations.row(item, mark: mark, columns)
            cells.put(text, line, 0)
            if isCurrent { cells.paint(line, 0..<DisplayWidth.of(text), .selected) }
        case .found: break
        }
    }

    private func help(_ model: PickerModel, _ width: Int) -> String {
        var parts = ["Enter picks", "Esc leaves"]
        if model.allowsMultiple { parts.append("Tab marks") }
        parts += ["^P plays", "^F favourite", "^R stars", "^G groups", "^U clears"]
        while DisplayWidth.of(parts.joined(separator: "  ")) > width, parts.count > 1 { parts.removeLast() }
        return parts.joined(separator: "  ")
    }

    private func cut(_ text: String, _ width: Int) -> String { stations.cut(text, width) }
}

extension String {
    /// A space at the end is seen as one: cleaning would take it away.
    func replacingTrailingSpace() -> String { hasSuffix(" ") ? dropLast() + "\u{A0}" : self }
}

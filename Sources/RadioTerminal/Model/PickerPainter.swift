import RadioStations

/// Lays a picker out on a terminal of any size. Pure.
struct PickerPainter: Sendable {
    let charset: TerminalCharset
    /// Whether there is to be room for a picture beside what is known of a station.
    let hasPictures: Bool
    private let clean: Sanitiser

    init(charset: TerminalCharset, hasPictures: Bool = false) {
        self.charset = charset
        self.hasPictures = hasPictures
        clean = Sanitiser(charset: charset)
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
    func page(_ model: PickerModel, width: Int, height: Int, status: String) -> PickerPage {
        let rows = listRows(width: width, height: height, hasStatus: !status.isEmpty)
        let (head, column) = head(model, width)
        var lines = [head]
        let columns = Columns(width: width, allowsMultiple: model.allowsMultiple)
        for (place, row) in model.visible { lines.append(line(row, isCurrent: place == model.cursor, model, columns)) }
        if model.rows.isEmpty { lines.append([.init(text: cut("  no station has all of that", width), style: .faint)]) }
        while lines.count < rows + 1 { lines.append([]) }
        if height >= Self.heightForPreview {
            lines.append([.init(text: String(repeating: charset == .utf8 ? "─" : "-", count: width), style: .faint)])
            let previewRows = previewRows(width, height)
            let frame = pictureFrame(width: width, height: height, hasStatus: !status.isEmpty)
            let facts = model.current.map { preview($0, frame.map { $0.column - 2 } ?? width) } ?? []
            lines += facts.prefix(previewRows)
            lines += Array(repeating: [], count: max(previewRows - facts.count, 0))
        }
        if height >= Self.heightForHelp {
            if !status.isEmpty { lines.append([.init(text: cut(clean(status), width), style: .strong)]) }
            lines.append([.init(text: cut(help(model, width), width), style: .faint)])
        }
        return PickerPage(lines: Array(lines.prefix(max(height, 1))), cursorColumn: min(column, max(width - 1, 0)))
    }

    // MARK: The first line

    private func head(_ model: PickerModel, _ width: Int) -> (line: [PickerPage.Span], column: Int) {
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
        let gap = width - left - right.count - 1
        guard gap > 0 else { return ([.init(text: cut(prompt, width), style: .strong), .init(text: typed)], left) }
        return (
            [
                .init(text: prompt, style: .strong), .init(text: typed),
                .init(text: String(repeating: " ", count: gap) + right, style: .faint),
            ], left
        )
    }

    // MARK: Rows

    /// Columns of a row, from the left; what does not fit is left out, the name last.
    struct Columns {
        var mark: Int
        var user: Int
        var name: Int
        var sound: Int
        var tags: Int

        init(width: Int, allowsMultiple: Bool) {
            mark = allowsMultiple ? 4 : 2
            user = width >= 50 ? 7 : width >= 30 ? 2 : 0
            sound = width >= 60 ? 16 : 0
            let rest = max(width - mark - user - sound - 1, 1)
            tags = width >= 72 ? rest / 3 : 0
            name = rest - tags
        }
    }

    private func line(
        _ row: PickerRow, isCurrent: Bool, _ model: PickerModel, _ columns: Columns
    ) -> [PickerPage.Span] {
        switch row {
        case .heading(let title, let count):
            let text = "\(title.isEmpty ? "(none)" : clean(title)) (\(count))"
            return [.init(text: cut(text, columns.mark + columns.user + columns.name), style: .strong)]
        case .station(let number):
            let item = model.item(number)
            var mark = isCurrent ? "> " : "  "
            if columns.mark == 4 {
                mark += model.marked.contains(item.number) ? (charset == .utf8 ? "● " : "* ") : "  "
            }
            let station = item.station
            let rate = station.bitRate.map { "\($0 / 1000)" } ?? ""
            let sound = [station.country ?? "", station.codec ?? "", rate].map(clean.callAsFunction)
                .filter { !$0.isEmpty }.joined(separator: " ")
            let text =
                mark + field(user(item.user, columns.user), columns.user) + field(clean(station.name), columns.name)
                + field(sound, columns.sound)
                + field(clean(station.tags.joined(separator: ", ")), columns.tags)
            return [.init(text: text, style: isCurrent ? .reversed : .plain)]
        }
    }

    /// A heart for favourites, and the stars.
    private func user(_ user: UserProperties, _ width: Int) -> String {
        let heart = user.isFavourite ? (charset == .utf8 ? "♥" : "+") : " "
        guard width > 2, let rating = user.rating else { return heart }
        return heart + String(repeating: charset == .utf8 ? "★" : "*", count: rating)
    }

    /// Exactly so many columns, the last of them blank.
    private func field(_ text: String, _ width: Int) -> String {
        width < 2 ? "" : DisplayWidth.padded(cut(text, width - 1), to: width)
    }

    // MARK: What is known of a station

    private func preview(_ item: LibraryItem, _ width: Int) -> [[PickerPage.Span]] {
        let (station, user) = (item.station, item.user)
        var facts = [station.country, station.language, station.codec].compactMap(\.self)
        if let rate = station.bitRate { facts.append("\(rate / 1000) kbit/s") }
        facts += station.tags
        var heard: [String] = []
        if user.playCount > 0 {
            heard.append(user.playCount == 1 ? "played once" : "played \(user.playCount) times")
            let minutes = Int(user.heard / .seconds(60))
            heard.append(minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h")
        }
        if let gain = user.gain { heard.append("\(gain) dB") }
        let texts = [
            station.summary ?? station.longDescription ?? "", facts.joined(separator: charset.separator),
            [station.urls.first, station.homepage].compactMap(\.self).map(Self.withoutPassword).joined(separator: "  "),
            heard.joined(separator: charset.separator),
        ]
        let name = [PickerPage.Span(text: cut(clean(station.name), width), style: .strong)]
        return [name] + texts.filter { !$0.isEmpty }.map { [.init(text: cut(clean($0), width))] }
    }

    /// An address without what stands before the host for the server only (RFC 3986 §3.2.1).
    private static func withoutPassword(_ url: String) -> String {
        guard let slashes = url.firstRange(of: "://") else { return url }
        let authority = url[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return url[..<slashes.upperBound] + "***" + url[at...]
    }

    private func help(_ model: PickerModel, _ width: Int) -> String {
        var parts = ["Enter picks", "Esc leaves"]
        if model.allowsMultiple { parts.append("Tab marks") }
        parts += ["^P plays", "^F favourite", "^R stars", "^G groups", "^U clears"]
        while DisplayWidth.of(parts.joined(separator: "  ")) > width, parts.count > 1 { parts.removeLast() }
        return parts.joined(separator: "  ")
    }

    private func cut(_ text: String, _ width: Int) -> String {
        DisplayWidth.cut(text, to: max(width, 0), ellipsis: charset.ellipsis)
    }
}

extension String {
    /// A space at the end is seen as one: cleaning would take it away.
    fileprivate func replacingTrailingSpace() -> String { hasSuffix(" ") ? dropLast() + "\u{A0}" : self }
}

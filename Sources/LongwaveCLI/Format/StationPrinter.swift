import LongwaveTerminal

/// Formats stations of the library in any output format. The printed numbers are the stations' positions in the
/// library, which `play` accepts.
struct StationPrinter {
    var charset: TerminalCharset
    /// The terminal's width in columns, for the table; nil for lines of any length.
    var width: Int?

    static let columns = [
        "number", "name", "id", "country", "codec", "bitrate", "tags", "language", "favourite", "rating", "plays",
        "lastPlayed", "heard", "url",
    ]
    /// The columns of the table, which is for people. If the table is too wide for the terminal, the last columns are
    /// shortened first.
    static let tableColumns = ["no", "", "name", "id", "country", "codec", "tags"]

    func text(_ items: [LibraryItem], _ format: OutputFormat) -> String {
        document(items).text(format, charset: charset, width: width)
    }

    /// Returns groups of stations in an output format. A group's title is a line above the group's table, the first
    /// column in CSV and TSV, or a member of the group in JSON.
    func text(_ groups: [StationCollection], _ format: OutputFormat) -> String {
        switch format {
        case .table:
            return groups.map { group in
                let title = Sanitiser(charset: charset)(group.title.isEmpty ? "(none)" : group.title)
                return "\(title) (\(group.count.counted("station")))\n"
                    + document(group.items).text(.table, charset: charset, width: width)
            }.joined(separator: "\n")
        case .csv, .csvRaw, .tsv, .json:
            let document = ListDocument(
                name: "group", objects: groups.map(StationJSON.json), columns: ["group"] + Self.columns,
                rows: groups.flatMap { group in group.items.map { [group.title] + Self.row($0) } }, tableColumns: [],
                tableRows: [])
            return document.text(format, charset: charset, width: width)
        }
    }

    private func document(_ items: [LibraryItem]) -> ListDocument {
        ListDocument(
            name: "station", objects: items.map(StationJSON.json), columns: Self.columns, rows: items.map(Self.row),
            tableColumns: Self.tableColumns, tableRows: items.map(tableRow))
    }

    /// Returns the row of a station in the table for people. It has a heart for a favourite and a star for each point
    /// of the rating.
    private func tableRow(_ item: LibraryItem) -> [String] {
        let isASCII = charset == .ascii
        let heart = item.user.isFavourite ? (isASCII ? "+" : "♥") : ""
        let stars = String(repeating: isASCII ? "*" : "★", count: item.user.rating ?? 0)
        let station = item.station
        return [
            String(item.number), [heart, stars].filter { !$0.isEmpty }.joined(separator: " "), station.name,
            station.id ?? "", station.country ?? "", station.codec ?? "", station.tags.joined(separator: ", "),
        ]
    }

    private static func row(_ item: LibraryItem) -> [String] {
        let (station, user) = (item.station, item.user)
        return [
            String(item.number), station.name, item.id, station.country ?? "", station.codec ?? "",
            station.bitRate.map { String($0 / 1000) } ?? "", station.tags.joined(separator: ", "),
            station.language ?? "", user.isFavourite ? "yes" : "no", user.rating.map(String.init) ?? "",
            String(user.playCount), user.lastPlayed?.rfc3339 ?? "",
            String(Int((user.heard / .seconds(1)).rounded())), station.urls.first ?? "",
        ]
    }
}

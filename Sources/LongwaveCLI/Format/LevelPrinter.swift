import LongwaveTerminal
import RadioJSON

/// Formats the loudness and volume of stations, for `list --levels`.
struct LevelPrinter {
    var charset: TerminalCharset
    /// The terminal's width in columns, for the table; nil for lines of any length.
    var width: Int?

    private static let columns = ["number", "name", "id", "loudness", "measured", "volume"]

    /// - Parameter levels: the levels by the stations' ids.
    func text(_ items: [LibraryItem], _ levels: [String: StationLevel], _ format: OutputFormat) -> String {
        let found = items.map { ($0, levels[$0.id] ?? StationLevel()) }
        let rows = found.map(Self.row)
        let tableRows = zip(rows, found).map { row, found in
            let duration = found.1.loudness.map { PlayerWords.clock($0.duration) } ?? ""
            return Array(row[..<3]) + [Self.with("LUFS", row[3]), duration, Self.with("%", row[5])]
        }
        let objects = found.map(Self.json)
        return ListDocument(
            name: "level", objects: objects, columns: Self.columns, rows: rows,
            tableColumns: ["no"] + Self.columns.dropFirst(), tableRows: tableRows
        ).text(format, charset: charset, width: width)
    }

    private static func row(_ item: LibraryItem, _ level: StationLevel) -> [String] {
        let loudness = level.loudness.map { "\(tenths($0.loudness))" } ?? ""
        let seconds = level.loudness.map { "\($0.duration.components.seconds)" } ?? ""
        let volume = level.volume.map { "\(Int(($0 * 100).rounded()))" } ?? ""
        return [String(item.number), item.station.name, item.id, loudness, seconds, volume]
    }

    private static func json(_ item: LibraryItem, _ level: StationLevel) -> JSONNode {
        .members([
            "number": .int(Int64(item.number)), "name": .string(item.station.name), "id": .string(item.id),
            "loudness": level.loudness.map { .number(tenths($0.loudness)) } ?? .null,
            "measured": level.loudness.map { .int($0.duration.components.seconds) } ?? .null,
            "volume": level.volume.map { .number($0) } ?? .null,
        ])
    }

    private static func tenths(_ loudness: Double) -> Double { (loudness * 10).rounded() / 10 }
    private static func with(_ unit: String, _ text: String) -> String { text.isEmpty ? "" : "\(text) \(unit)" }
}

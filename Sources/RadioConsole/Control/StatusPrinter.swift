import LongwaveTerminal
import RadioJSON

/// Formats the status of the shared player as rows in any format except JSON, for `ctl status`.
struct StatusPrinter {
    var charset: TerminalCharset

    func text(_ status: JSONValue, _ format: OutputFormat) -> String {
        let line = PlayerLine(status)
        var rows = ReportRows()
        rows.add("status", [line["state"], line["reason"]].filter { !$0.isEmpty }.joined(separator: ": "))
        for (name, field) in [
            ("station", "station"), ("title", "text"), ("album", "album"), ("heard", "time"), ("behind live", "behind"),
            ("kept", "kept"), ("volume", "volume"), ("queue", "queue"), ("sound", "codec"), ("device", "device"),
            ("recording", "recording"), ("sleep", "sleep"),
        ] { rows.add(name, line[field]) }
        return rows.text(format, charset)
    }

    /// Returns the volume in words, such as `70 %` or `muted (70 %)`.
    static func volume(_ status: JSONValue) -> String {
        let percent = "\(Int(((status["volume"]?.number ?? 0) * 100).rounded())) %"
        return status["muted"] == .bool(true) ? "muted (\(percent))" : percent
    }
}

/// Formats the queue of the shared player as a list in any format except JSON, for `ctl queue`.
struct QueuePrinter {
    var charset: TerminalCharset
    /// The terminal's width in columns, for the table; nil for lines of any length.
    var width: Int?

    private static let columns = ["number", "name", "id", "url", "error"]

    /// Returns the queue in an output format. In the table, an asterisk marks the current entry.
    func text(_ queue: JSONValue, _ format: OutputFormat) -> String {
        guard case .array(let entries)? = queue["entries"] else { return "" }
        let present = queue["index"]?.number.map { Int($0) }
        let rows = entries.enumerated().map { place, entry in
            ["\(place + 1)"] + Self.columns.dropFirst().map { entry[$0]?.string ?? "" }
        }
        let tableRows = zip(entries.indices, rows).map { place, row in
            [place == present ? "*" : " ", row[0], row[1], row[4]]
        }
        return ListDocument(
            name: "entry", objects: [], columns: Self.columns, rows: rows,
            tableColumns: ["", "number", "name", "error"], tableRows: tableRows
        ).text(format, charset: charset, width: width)
    }
}

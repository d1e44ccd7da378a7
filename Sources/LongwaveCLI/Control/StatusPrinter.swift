import LongwaveTerminal
import RadioJSON

/// Formats the status of the shared player as rows in any format except JSON, for `ctl status`.
struct StatusPrinter {
    var charset: TerminalCharset

    func text(_ words: PlayerWords, _ format: OutputFormat) -> String {
        var rows = ReportRows()
        rows.add("status", words.statusAndReason)
        for (name, text) in [
            ("station", words.station), ("title", words["text"]), ("album", words["album"]), ("heard", words.elapsed),
            ("behind live", words["behind"]), ("kept", words["kept"]),
            ("volume", words["volume"]), ("loudness", words.loudness), ("equaliser", words.equaliser),
            ("queue", words.place), ("programme", words["programme"]),
            ("sound", words["codec"]), ("device", words["device"]), ("recording", words["recording"]),
            ("sleep", words["sleep"]), ("alarm", words["alarm"]),
        ] { rows.add(name, text) }
        return rows.text(format, charset)
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
        let present = queue["index"]?.integer
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

/// Formats the sources of a programme as a list in any format except JSON, for `ctl programme`.
struct ProgrammePrinter {
    var charset: TerminalCharset
    /// The terminal's width in columns, for the table; nil for lines of any length.
    var width: Int?

    /// Returns the sources. The state of the one that plays says why.
    func text(_ place: ProgrammePlace, _ format: OutputFormat) -> String {
        let rows = place.sources.enumerated().map { index, source in
            ["\(index + 1)", source, index == place.index ? place.lastSwitch?.reason.rawValue ?? "first" : ""]
        }
        return ListDocument(
            name: "source", objects: [], columns: ["number", "source", "plays"], rows: rows,
            tableColumns: ["", "number", "source"],
            tableRows: rows.map { [$0[2].isEmpty ? " " : "*", $0[0], $0[1]] }
        ).text(format, charset: charset, width: width)
    }
}

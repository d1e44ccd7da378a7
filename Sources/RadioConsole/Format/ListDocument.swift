import LongwaveTerminal
import RadioJSON

/// A list of like things, written in each format that `--format` knows.
struct ListDocument {
    /// What JSON calls the list.
    var name: String
    var objects: [JSONNode]
    /// For programs: all that is known, a row each.
    var columns: [String]
    var rows: [[String]]
    /// For people: what one chooses by.
    var tableColumns: [String]
    var tableRows: [[String]]
    /// What JSON has beside the list.
    var more: [JSONNode.Member] = []

    /// - Parameter width: columns of the terminal for the table; nil where lines may have any length.
    func text(_ format: OutputFormat, charset: TerminalCharset, width: Int?) -> String {
        func lines(_ lines: [String], _ end: String) -> String { lines.map { $0 + end }.joined() }
        switch format {
        case .table:
            let writer = TableWriter(columns: tableColumns, charset: charset, width: width)
            return lines(writer.table(tableRows), "\n")
        case .csv, .csvRaw:
            let writer = TableWriter(columns: columns, charset: charset, width: nil)
            return lines(([columns] + rows).map { writer.csv($0, format) }, "\r\n")
        case .tsv:
            let writer = TableWriter(columns: columns, charset: charset, width: nil)
            return lines(([columns] + rows).map(writer.tsv), "\n")
        case .json:
            let members = [
                JSONNode.Member(name: "version", value: .int(Int64(JSONLine.version))),
                JSONNode.Member(name: name, value: .array(objects)),
            ]
            return JSONNode.object(members + more).text(isASCII: charset == .ascii) + "\n"
        }
    }
}

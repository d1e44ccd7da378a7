import LongwaveTerminal
import RadioJSON

/// A list of similar objects, for printing in each format of `--format`.
struct ListDocument {
    /// The name of the member of the JSON document that contains ``objects``.
    var name: String
    var objects: [JSONNode]
    /// The names of all columns, for CSV and TSV. ``rows`` has a row with these columns for each object.
    var columns: [String]
    var rows: [[String]]
    /// The names of the columns of the table for people. ``tableRows`` has a row with these columns for each object.
    var tableColumns: [String]
    var tableRows: [[String]]
    /// ``TableWriter/leastWidths`` of the table for people.
    var leastWidths: [String: Int] = [:]
    /// Further members of the JSON document, which follow the list of objects.
    var more: [JSONNode.Member] = []

    /// Returns the list as text in an output format.
    /// - Parameter width: the terminal's width in columns, for the table; nil for lines of any length.
    func text(_ format: OutputFormat, charset: TerminalCharset, width: Int?) -> String {
        func lines(_ lines: [String], _ end: String) -> String { lines.map { $0 + end }.joined() }
        switch format {
        case .table:
            let writer = TableWriter(columns: tableColumns, charset: charset, width: width, leastWidths: leastWidths)
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

import LongwaveTerminal
import RadioJSON

/// The report of `probe`, `inspect` or a similar command for people: rows with a field's name and its value. A field
/// with several values has several rows.
struct ReportRows {
    private(set) var rows: [[String]] = []

    static let columns = ["field", "value"]

    /// The largest number of rows with the same field. The JSON report has all values of the field.
    static let maximumRows = 20

    mutating func add(_ field: String, _ value: String?) {
        if let value, !value.isEmpty { rows.append([field, Credentials.hidden(in: value)]) }
    }

    /// Adds rows for the values of a document in these forms. If a list has more values than may be shown, adds a row
    /// with the number of the others.
    mutating func add(_ document: JSONNode, as forms: [RowForm]) {
        for form in forms {
            let (values, omitted) = document.values(at: form.path)
            for value in values.prefix(form.limit) {
                if form.rows.isEmpty { add(form.field, RowText(node: value).text(form.template)) }
                add(value, as: form.rows)
            }
            let more = max(values.count - form.limit, 0) + omitted
            if more > 0 { add(form.field, "and \(more) more") }
        }
    }

    func text(_ format: OutputFormat, _ charset: TerminalCharset) -> String {
        let writer = TableWriter(columns: Self.columns, charset: charset, width: nil)
        switch format {
        case .csv, .csvRaw: return ([Self.columns] + rows).map { writer.csv($0, format) + "\r\n" }.joined()
        case .tsv: return ([Self.columns] + rows).map { writer.tsv($0) + "\n" }.joined()
        case .table, .json: return writer.table(rows).dropFirst().map { $0 + "\n" }.joined()
        }
    }

    // MARK: Numbers as words

    static func seconds(_ seconds: Double) -> String {
        JSONNode.number((seconds * 1000).rounded() / 1000).text() + " s"
    }

    static func rate(_ bitRate: Int) -> String {
        JSONNode.number((Double(bitRate) / 100).rounded() / 10).text() + " kbit/s"
    }

    static func channels(_ count: Int?) -> String {
        switch count {
        case nil: "channels unknown"
        case 1: "mono"
        case 2: "stereo"
        case let count?: "\(count) channels"
        }
    }
}

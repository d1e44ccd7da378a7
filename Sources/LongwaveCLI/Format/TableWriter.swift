import LongwaveTerminal
import RadioJSON

/// Writes rows with named columns, in any ``OutputFormat`` except JSON.
struct TableWriter {
    var columns: [String]
    var charset: TerminalCharset
    /// The terminal's width in columns; nil for lines of any length.
    var width: Int?
    /// For columns that are cut last: the width down to which such a column is cut only if all other columns are as
    /// narrow as they may be.
    var leastWidths: [String: Int] = [:]

    /// Returns a line with the column names and a line for each row. Spaces align the columns, and cells are cut if the
    /// line would be wider than the terminal.
    func table(_ rows: [[String]]) -> [String] {
        let clean = Sanitiser(charset: charset)
        let cells = [columns.map { $0.uppercased() }] + rows.map { $0.map { clean($0) } }
        var widths = columns.indices.map { column in cells.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        if let width { fit(&widths, into: width) }
        return cells.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                if !line.isEmpty { line += "  " }
                let cut = DisplayWidth.cut(cell, to: widths[column], ellipsis: charset.ellipsis)
                line += DisplayWidth.padded(cut, to: widths[column])
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The smallest width to which cells are cut, in characters of normal width. If lines are still too long, the last
    /// columns are left out.
    private static let narrowest = 8

    /// Makes columns narrower, from the last to the first, until a line is at most `width` wide: first those without an
    /// entry in ``leastWidths``, then the others down to that entry. If this is not enough, leaves out the last columns.
    private func fit(_ widths: inout [Int], into width: Int) {
        func excess() -> Int {
            let shown = widths.filter { $0 > 0 }
            return shown.reduce(0, +) + 2 * max(0, shown.count - 1) - width
        }
        for least in [leastWidths, [:]] {
            for column in widths.indices.reversed() where excess() > 0 {
                let narrowest = least[columns[column]] ?? Self.narrowest
                widths[column] -= min(max(widths[column] - narrowest, 0), excess())
            }
        }
        for column in widths.indices.reversed() where excess() > 0 { widths[column] = column > 0 ? 0 : max(width, 1) }
    }

    /// Returns a row as CSV (RFC 4180), without a line end; the caller ends the line with CR LF.
    ///
    /// A field with a comma or a quotation mark is quoted, and its quotation marks are doubled. White space inside a
    /// field, including line ends, becomes one space. Control characters are removed.
    /// - Parameter format: with ``OutputFormat/csv``, cells that a spreadsheet would run as a formula get an
    ///   apostrophe. With ``OutputFormat/csvRaw``, they do not.
    func csv(_ row: [String], _ format: OutputFormat = .csv) -> String {
        let clean = Sanitiser(charset: charset)
        let cell = format == .csvRaw ? CSVCell.text : CSVCell.guarded
        return row.map { cell(clean($0)) }.joined(separator: ",")
    }

    /// Returns a row as TSV. Tabs inside a cell are replaced by spaces, so a tab always ends a cell.
    func tsv(_ row: [String]) -> String {
        let clean = Sanitiser(charset: charset)
        return row.map { clean($0) }.joined(separator: "\t")
    }
}

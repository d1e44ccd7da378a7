/// Writes a table as text, from its rows of cells. The first row is the table's head.
enum TextTable {
    static func markdown(_ rows: [[String]]) -> String {
        guard let head = rows.first else { return "" }
        return ([head, head.map { _ in "---" }] + rows.dropFirst())
            .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }

    static func plain(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

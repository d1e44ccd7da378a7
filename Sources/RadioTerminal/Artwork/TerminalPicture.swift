/// A picture as a terminal shows it.
package struct TerminalPicture: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        /// Characters in colours.
        case lines([String])
        /// What draws the picture from the cursor on.
        case sequence(String)
        /// The same in kitty's protocol, under this number.
        case kitty(String, id: UInt32)
    }

    /// Cells that it takes.
    package let columns: Int
    package let rows: Int
    let content: Content

    /// Cells for a picture, as large as fits in a room of cells that are twice as high as wide.
    static func cells(width: Int, height: Int, columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        let scale = min(Double(columns) / Double(width), Double(rows * 2) / Double(height))
        return (
            min(max(Int((Double(width) * scale).rounded()), 1), columns),
            min(max(Int((Double(height) * scale / 2).rounded()), 1), rows)
        )
    }

    /// For output that scrolls, from the beginning of a line: the picture, and the cursor at the beginning of the line below it.
    /// - Parameter indent: blank columns before it.
    package func text(indent: Int) -> String {
        let blank = indent > 0 ? "\u{1B}[\(indent)C" : ""
        switch content {
        case .lines(let lines):
            return lines.map { String(repeating: " ", count: indent) + $0 + "\r\n" }.joined()
        case .sequence(let text), .kitty(let text, id: _):
            // Room is made first, for where the cursor ends differs.
            return String(repeating: "\r\n", count: rows)
                + "\u{1B}[\(rows)A\u{1B}7\(blank)\(text)\u{1B}8\u{1B}[\(rows)B\r"
        }
    }

    /// Draws it on a page, and leaves the cursor and its colours as they were.
    /// - Parameters:
    ///   - row: its first, from 0.
    ///   - column: its first, from 0.
    func text(row: Int, column: Int) -> String {
        switch content {
        case .lines(let lines):
            "\u{1B}7\u{1B}[0m" + lines.enumerated().map { Self.move(row + $0, column) + $1 }.joined() + "\u{1B}8"
        case .sequence(let text), .kitty(let text, id: _): "\u{1B}7" + Self.move(row, column) + text + "\u{1B}8"
        }
    }

    /// Takes it from a page again: its cells are blank.
    func erasure(row: Int, column: Int) -> String {
        var text = ""
        if case .kitty(_, let id) = content { text += KittyGraphics.remove(id: id) }
        text += "\u{1B}7\u{1B}[0m"
        // ECMA-48 §8.3.38: so many characters are erased.
        for line in 0..<rows { text += Self.move(row + line, column) + "\u{1B}[\(columns)X" }
        return text + "\u{1B}8"
    }

    private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

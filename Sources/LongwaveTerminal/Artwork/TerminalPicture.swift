/// A picture in the form that is written to a terminal.
package struct TerminalPicture: Hashable, Sendable {
    /// The output that draws the picture on the terminal.
    enum Content: Hashable, Sendable {
        /// Lines of coloured characters.
        case lines([String])
        /// A control sequence that draws the picture. The picture's upper left corner is at the terminal's cursor.
        case sequence(String)
        /// Control sequences of kitty's protocol, and the id by which the picture is removed. The picture's upper left
        /// corner is at the terminal's cursor.
        case kitty(String, id: UInt32)
    }

    /// The picture's width in cells.
    package let columns: Int
    /// The picture's height in cells.
    package let rows: Int
    let content: Content

    /// Returns the largest size in cells at which a picture fits and keeps its proportions.
    ///
    /// A cell is assumed to be twice as high as wide.
    /// - Parameters:
    ///   - width: the picture's width in pixels.
    ///   - height: the picture's height in pixels.
    ///   - columns: the largest number of columns.
    ///   - rows: the largest number of rows.
    static func cells(width: Int, height: Int, columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        let scale = min(Double(columns) / Double(width), Double(rows * 2) / Double(height))
        return (
            min(max(Int((Double(width) * scale).rounded()), 1), columns),
            min(max(Int((Double(height) * scale / 2).rounded()), 1), rows)
        )
    }

    /// Returns the output that prints the picture below the lines already printed, as `longwave play` does. The
    /// terminal scrolls if necessary.
    ///
    /// The cursor must be at the beginning of a line. Afterwards it is at the beginning of the line below the picture.
    /// - Parameter indent: the number of blank columns before the picture.
    package func text(indent: Int) -> String {
        let blank = indent > 0 ? "\u{1B}[\(indent)C" : ""
        switch content {
        case .lines(let lines):
            return lines.map { String(repeating: " ", count: indent) + $0 + "\r\n" }.joined()
        case .sequence(let text), .kitty(let text, id: _):
            // Line feeds make room for the picture, and the cursor moves back up. Its place is saved before the picture
            // and restored after it, because terminals leave the cursor at different places.
            return String(repeating: "\r\n", count: rows)
                + "\u{1B}[\(rows)A\u{1B}7\(blank)\(text)\u{1B}8\u{1B}[\(rows)B\r"
        }
    }

    /// Returns the output that draws the picture at a cell of the terminal. Afterwards, the cursor's place and the
    /// colours are as before.
    /// - Parameters:
    ///   - row: the picture's first row on the terminal, counted from 0.
    ///   - column: the picture's first column on the terminal, counted from 0.
    func text(row: Int, column: Int) -> String {
        switch content {
        case .lines(let lines):
            "\u{1B}7\u{1B}[0m" + lines.enumerated().map { Self.move(row + $0, column) + $1 }.joined() + "\u{1B}8"
        case .sequence(let text), .kitty(let text, id: _): "\u{1B}7" + Self.move(row, column) + text + "\u{1B}8"
        }
    }

    /// Returns the output that removes the picture from the terminal and blanks its cells. `row` and `column` name its
    /// upper left cell, counted from 0.
    func erasure(row: Int, column: Int) -> String {
        var text = ""
        if case .kitty(_, let id) = content { text += KittyGraphics.remove(id: id) }
        text += "\u{1B}7\u{1B}[0m"
        // The control sequence ECH (ECMA-48 §8.3.38) erases `columns` characters.
        for line in 0..<rows { text += Self.move(row + line, column) + "\u{1B}[\(columns)X" }
        return text + "\u{1B}8"
    }

    private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

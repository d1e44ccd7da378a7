/// The content of a full-screen page, cell by cell.
///
/// The texts must not contain control characters; ``Sanitiser`` removes them.
package struct ScreenCells: Hashable, Sendable {
    /// The content of a cell: one column of one row.
    package struct Cell: Hashable, Sendable {
        /// One character, with its combining marks; empty in the second cell of a wide character.
        package var text: String
        package var style: CellStyle

        static let blank = Cell(text: " ", style: .plain)
    }

    /// The text of adjacent cells of a row that have the same style.
    package struct Run: Hashable, Sendable {
        package var row: Int
        package var column: Int
        package var text: String
        package var style: CellStyle
    }

    package let width: Int
    package let height: Int
    private var cells: [Cell]
    /// The cell of the terminal's cursor, which shows where typed text appears; nil to hide the cursor.
    package var cursor: (row: Int, column: Int)? {
        get { cursorPlace.map { ($0 / width, $0 % width) } }
        set {
            cursorPlace = newValue.map { min(max($0.row, 0), height - 1) * width + min(max($0.column, 0), width - 1) }
        }
    }
    private var cursorPlace: Int?

    /// Creates a page of blank cells. A page has at least one cell.
    package init(width: Int, height: Int) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    package subscript(row: Int, column: Int) -> Cell { cells[row * width + column] }

    /// Writes the beginning of a text that fits, from a cell to the right. A wide character that does not fit
    /// completely is left out.
    /// - Parameter end: the column after the last column that may be written; nil to write up to the row's end.
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func put(
        _ text: String, _ row: Int, _ column: Int, _ style: CellStyle = .plain, before end: Int? = nil
    ) -> Int {
        let end = min(end ?? width, width)
        guard row >= 0, row < height, column >= 0 else { return column }
        var place = column
        for character in text {
            let columns = DisplayWidth.of(String(character))
            // A combining mark takes no column of its own and is added to the previous cell.
            if columns == 0 {
                if place > column { cells[row * width + place - 1].text.append(character) }
                continue
            }
            guard place + columns <= end else { break }
            clearHalves(row, place)
            cells[row * width + place] = Cell(text: String(character), style: style)
            for more in 1..<max(columns, 1) where more < columns {
                clearHalves(row, place + more)
                cells[row * width + place + more] = Cell(text: "", style: style)
            }
            place += columns
        }
        return place
    }

    /// Blanks all cells of the wide character that occupies this cell, because a part of such a character cannot be
    /// shown alone.
    private mutating func clearHalves(_ row: Int, _ column: Int) {
        let place = row * width + column
        if cells[place].text.isEmpty, column > 0 {
            var first = place - 1
            while cells[first].text.isEmpty, first % width > 0 { first -= 1 }
            for half in first...place { cells[half] = .blank }
        }
        var next = place + 1
        while next < (row + 1) * width, cells[next].text.isEmpty {
            cells[next] = .blank
            next += 1
        }
    }

    /// Sets the style of a range of cells in a row. Does not change their text.
    package mutating func paint(_ row: Int, _ columns: Range<Int>, _ style: CellStyle) {
        guard row >= 0, row < height else { return }
        for column in columns.clamped(to: 0..<width) { cells[row * width + column].style = style }
    }

    /// The cells of a row.
    func cells(_ row: Int) -> [Cell] { Array(cells[(row * width)..<((row + 1) * width)]) }

    /// Returns the text of a row without the blanks at its end.
    package func text(_ row: Int) -> String {
        var text = cells[(row * width)..<((row + 1) * width)].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    package var texts: [String] { (0..<height).map(text) }

    // MARK: Differences

    /// Returns what must be written to turn the older page on the terminal into this page: all runs of the rows that
    /// differ in any cell.
    ///
    /// Returns the runs of all rows if there is no older page, or if the older page has another size.
    package func runs(since older: ScreenCells?) -> [Run] {
        let same = older.flatMap { $0.width == width && $0.height == height ? $0 : nil }
        return (0..<height).flatMap { row -> [Run] in
            let range = (row * width)..<((row + 1) * width)
            if let same, same.cells[range] == cells[range] { return [] }
            return runs(of: row)
        }
    }

    private func runs(of row: Int) -> [Run] {
        var runs: [Run] = []
        for column in 0..<width {
            let cell = self[row, column]
            if let last = runs.last, last.style == cell.style {
                runs[runs.count - 1].text += cell.text
            } else {
                runs.append(Run(row: row, column: column, text: cell.text, style: cell.style))
            }
        }
        return runs
    }

    package static func == (left: ScreenCells, right: ScreenCells) -> Bool {
        left.width == right.width && left.height == right.height && left.cells == right.cells
            && left.cursorPlace == right.cursorPlace
    }
}

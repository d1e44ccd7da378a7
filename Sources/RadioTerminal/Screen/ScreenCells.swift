/// A page of a terminal, cell by cell.
///
/// The texts must be clean (``Sanitiser``): they contain no control characters.
package struct ScreenCells: Hashable, Sendable {
    /// The content of one column in one row.
    package struct Cell: Hashable, Sendable {
        /// One character; empty in the second cell of a wide character.
        package var text: String
        package var style: CellStyle

        static let blank = Cell(text: " ", style: .plain)
    }

    /// Adjacent cells of a row that have the same style.
    package struct Run: Hashable, Sendable {
        package var row: Int
        package var column: Int
        package var text: String
        package var style: CellStyle
    }

    package let width: Int
    package let height: Int
    private var cells: [Cell]
    /// The place of the terminal's cursor, where a person types; nil to hide the cursor.
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

    /// Writes text, beginning at a cell, as far as it fits. A wide character that does not fit completely is left out.
    /// - Parameter end: the column after the last one that may be written; nil for the whole row.
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
            // A combining mark belongs to the previous cell.
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

    /// Clears the wide character that occupies this cell, because overwriting one half also destroys the other half.
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

    /// Sets the style of cells in a row and keeps their text.
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

    /// Returns the runs that turn an older page on the terminal into this page. If a row differs in any cell, the runs
    /// cover the whole row.
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

import LongwaveTerminal

/// A small model of a terminal. It takes the program's output and knows what a person would see. It understands only
/// the control sequences that the program may send, and records all others.
struct ScreenModel {
    private(set) var columns: Int
    /// The characters of each line, one per cell. The second cell of a wide character is nil.
    private var rows: [[Character?]] = [[]]
    /// The control sequences in the output that the program must not send.
    private(set) var strangers: [String] = []
    private var row = 0
    private var column = 0
    private var pending: [UInt8] = []

    init(columns: Int) { self.columns = columns }

    /// The lines without trailing blanks and without empty lines at the end.
    var lines: [String] {
        var lines = rows.map { row in
            var row = row
            while row.last == " " { row.removeLast() }
            return String(row.compactMap(\.self))
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The text of the line where the cursor is.
    var last: String { lines.indices.contains(row) ? lines[row] : "" }

    func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// Changes the width. Lines that are already drawn keep their length.
    mutating func resize(columns: Int) { self.columns = columns }

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        while let used = step() { pending.removeFirst(used) }
    }

    /// Draws one character or executes one control sequence. Returns its length in bytes, or nil if bytes are still
    /// missing.
    private mutating func step() -> Int? {
        guard let first = pending.first else { return nil }
        switch first {
        case 0x0D:
            column = 0
            return 1
        case 0x0A:
            newLine()
            return 1
        case 0x1B: return control()
        case 0x20...0x7E:
            put(Character(Unicode.Scalar(first)))
            return 1
        case 0xC2...0xF4:
            let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard pending.count >= count else { return nil }
            guard let text = String(validating: pending.prefix(count), as: UTF8.self),
                let scalar = text.unicodeScalars.first
            else {
                strangers.append("byte \(first)")
                return 1
            }
            if (0x80...0x9F).contains(scalar.value) { strangers.append("C1 \(scalar.value)") }
            put(Character(text))
            return count
        case _:
            strangers.append("byte \(first)")
            return 1
        }
    }

    /// Executes a CSI sequence: erase in line, erase in display, cursor up, or colours. Returns its length in bytes.
    private mutating func control() -> Int? {
        guard pending.count >= 2 else { return nil }
        guard pending[1] == UInt8(ascii: "[") else {
            strangers.append("ESC \(pending[1])")
            return 2
        }
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        switch (pending[end], parameters) {
        case (UInt8(ascii: "K"), ""): rows[row] = Array(rows[row].prefix(column))
        case (UInt8(ascii: "J"), ""):
            rows[row] = Array(rows[row].prefix(column))
            rows.removeSubrange((row + 1)...)
        case (UInt8(ascii: "A"), _): row = max(0, row - (Int(parameters) ?? 1))
        case (UInt8(ascii: "m"), _): break
        case _: strangers.append("CSI \(parameters)\(Character(Unicode.Scalar(pending[end])))")
        }
        return end + 1
    }

    private mutating func newLine() {
        row += 1
        column = 0
        if row == rows.count { rows.append([]) }
    }

    private mutating func put(_ character: Character) {
        let width = DisplayWidth.of(String(character))
        guard width > 0 else { return join(character) }
        if column + width > columns { newLine() }
        while rows[row].count < column + width { rows[row].append(" ") }
        rows[row][column] = character
        if width == 2 { rows[row][column + 1] = nil }
        column += width
    }

    /// Adds a combining mark, such as an accent, to the character before the cursor.
    private mutating func join(_ mark: Character) {
        guard let place = rows[row].prefix(column).lastIndex(where: { $0 != nil }), let base = rows[row][place] else {
            return
        }
        rows[row][place] = Character(String(base) + String(mark))
    }
}

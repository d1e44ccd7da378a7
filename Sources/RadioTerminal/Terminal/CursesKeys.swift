import CCurses

/// Input from a terminal: keys, the mouse, and changes of the size.
package enum TerminalInput: Hashable, Sendable {
    case stroke(KeyStroke)
    /// A press of the mouse's first button at a cell. Rows and columns count from 0.
    case press(row: Int, column: Int)
    /// A turn of the mouse's wheel by a number of rows down; a negative number is up.
    case wheel(Int)
    case resized
}

/// Converts the keys of ncurses to terminal input. Pure.
enum CursesKeys {
    /// A key in the form that `wget_wch` returns.
    enum Key: Hashable, Sendable {
        case character(Unicode.Scalar)
        /// A key with a number of ncurses (`KEY_…`).
        case code(UInt32)
        case mouse(row: Int, column: Int, buttons: UInt32)
    }

    /// The number of rows that one step of the mouse's wheel moves.
    private static let wheelRows = 3

    /// Converts keys that arrived together. An Escape directly before another key means Alt with that key.
    static func inputs(_ keys: [Key]) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        var isAlt = false
        for (place, key) in keys.enumerated() {
            switch key {
            case .character("\u{1B}"):
                if isAlt || place == keys.count - 1 {
                    inputs.append(.stroke(.escape))
                    isAlt = false
                } else {
                    isAlt = true
                }
                continue
            case .character(let scalar):
                if let stroke = isAlt ? alt(scalar) : plain(scalar) { inputs.append(.stroke(stroke)) }
            case .code(LW_CURSES_KEY_RESIZE): inputs.append(.resized)
            case .code(let code): if let special = special(code) { inputs.append(.stroke(.special(special))) }
            case .mouse(let row, let column, let buttons):
                if buttons & LW_CURSES_BUTTON1_PRESSED != 0 { inputs.append(.press(row: row, column: column)) }
                if buttons & LW_CURSES_BUTTON4_PRESSED != 0 { inputs.append(.wheel(-wheelRows)) }
                if buttons & LW_CURSES_BUTTON5_PRESSED != 0 { inputs.append(.wheel(wheelRows)) }
            }
            isAlt = false
        }
        return inputs
    }

    /// Returns Alt with a character; nil for a control character.
    private static func alt(_ scalar: Unicode.Scalar) -> KeyStroke? {
        scalar.properties.generalCategory == .control ? nil : .alt(Character(scalar))
    }

    private static func plain(_ scalar: Unicode.Scalar) -> KeyStroke? {
        switch scalar {
        case "\r", "\n": .enter
        case "\t": .special(.tab)
        case "\u{7F}", "\u{08}": .special(.backspace)
        case "\u{01}"..."\u{1A}": .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
        case _: scalar.properties.generalCategory == .control ? nil : .character(Character(scalar))
        }
    }

    private static func special(_ code: UInt32) -> KeyStroke.Special? {
        switch code {
        case LW_CURSES_KEY_DOWN: .down
        case LW_CURSES_KEY_UP: .up
        case LW_CURSES_KEY_PAGE_DOWN: .pageDown
        case LW_CURSES_KEY_PAGE_UP: .pageUp
        case LW_CURSES_KEY_HOME: .home
        case LW_CURSES_KEY_END: .end
        case LW_CURSES_KEY_RIGHT: .right
        case LW_CURSES_KEY_LEFT: .left
        case LW_CURSES_KEY_BACKSPACE: .backspace
        case LW_CURSES_KEY_DELETE: .delete
        case LW_CURSES_KEY_ENTER: .enter
        case LW_CURSES_KEY_BACK_TAB: .backTab
        case _: nil
        }
    }
}

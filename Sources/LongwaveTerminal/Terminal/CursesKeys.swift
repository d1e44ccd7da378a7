import CCurses

/// Input from a terminal: keys, the mouse, and changes of the size.
package enum TerminalInput: Hashable, Sendable {
    case stroke(KeyStroke)
    /// A press of the mouse's first button at a cell of the terminal. Rows and columns count from 0.
    case press(row: Int, column: Int)
    /// The mouse's wheel was moved, by a number of rows down; a negative number means up.
    case wheel(Int)
    case resized
}

/// Converts the keys that ncurses reports to terminal input. Pure.
enum CursesKeys {
    /// A key or a mouse report in the form that ncurses returns (`wget_wch`, `getmouse`).
    enum Key: Hashable, Sendable {
        case character(Unicode.Scalar)
        /// A key without a character, by its number in ncurses (`KEY_…`).
        case code(UInt32)
        case mouse(row: Int, column: Int, buttons: UInt32)
    }

    /// The number of rows by which one step of the mouse's wheel moves the cursor.
    private static let wheelRows = 3

    /// Converts keys that ncurses reported together.
    ///
    /// An Escape before a character is read as Alt with that character, because terminals send the same bytes for both.
    /// ``ScreenModel`` decides which of the two was meant. Before any other key, Escape is a key of its own.
    static func inputs(_ keys: [Key]) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        var escapes = 0
        for key in keys {
            if key == .character("\u{1B}") {
                escapes += 1
                continue
            }
            if escapes == 1, let stroke = alt(key) {
                inputs.append(.stroke(stroke))
            } else {
                inputs += Array(repeating: .stroke(.escape), count: escapes) + [input(key)].compactMap(\.self)
            }
            escapes = 0
        }
        return inputs + Array(repeating: .stroke(.escape), count: escapes)
    }

    private static func input(_ key: Key) -> TerminalInput? {
        switch key {
        case .character(let scalar): return plain(scalar).map { .stroke($0) }
        case .code(LW_CURSES_KEY_RESIZE): return .resized
        case .code(let code): return special(code).map { .stroke(.special($0)) }
        case .mouse(let row, let column, let buttons):
            if buttons & LW_CURSES_BUTTON1_PRESSED != 0 { return .press(row: row, column: column) }
            if buttons & LW_CURSES_BUTTON4_PRESSED != 0 { return .wheel(-wheelRows) }
            return buttons & LW_CURSES_BUTTON5_PRESSED != 0 ? .wheel(wheelRows) : nil
        }
    }

    /// Returns the stroke for Alt with another key; nil if Longwave has none. Alt-Backspace is read as Ctrl-W, which
    /// deletes a word, as in shells.
    private static func alt(_ key: Key) -> KeyStroke? {
        switch key {
        case .code(LW_CURSES_KEY_BACKSPACE), .character("\u{7F}"), .character("\u{08}"): .control("w")
        case .character(let scalar) where scalar.properties.generalCategory != .control: .alt(Character(scalar))
        case .character, .code, .mouse: nil
        }
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

    /// Returns the key for a key number of ncurses (`KEY_…`); nil if Longwave uses no such key.
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

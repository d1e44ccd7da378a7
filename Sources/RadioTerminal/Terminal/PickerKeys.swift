import CCurses

/// Keys of a terminal → what they ask for. Pure.
enum PickerKeys {
    /// A key as `wget_wch` gives it.
    enum Key: Hashable, Sendable {
        case character(Unicode.Scalar)
        /// Of a number of ncurses' own (`KEY_…`).
        case code(UInt32)
    }

    /// Keys that came together; an Escape with another key behind it is Alt and that key.
    static func actions(_ keys: [Key]) -> [PickerAction] {
        var actions: [PickerAction] = []
        var isAlt = false
        for (place, key) in keys.enumerated() {
            switch key {
            case .character("\u{1B}"):
                if isAlt || place == keys.count - 1 {
                    actions.append(.cancel)
                    isAlt = false
                } else {
                    isAlt = true
                }
            case .character(let scalar):
                if let action = isAlt ? alt(scalar) : plain(scalar) { actions.append(action) }
                isAlt = false
            case .code(let code):
                if let action = special(code) { actions.append(action) }
                isAlt = false
            }
        }
        return actions
    }

    private static func alt(_ scalar: Unicode.Scalar) -> PickerAction? {
        switch scalar {
        case "0"..."5": .rate(Int(scalar.value) - 0x30)
        case "+", "=": .louder
        case "-", "_": .quieter
        case _: nil
        }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> PickerAction? {
        switch scalar {
        case "\r", "\n": .choose
        case "\t": .toggleMark
        case "\u{7F}", "\u{08}": .erase
        // Ctrl and a letter.
        case "\u{01}": .toggleAll
        case "\u{03}", "\u{04}": .cancel
        case "\u{06}": .toggleFavourite
        case "\u{07}": .nextGrouping
        case "\u{0B}": .move(-1)
        case "\u{0C}": .redraw
        case "\u{0E}": .move(1)
        case "\u{10}": .listen
        case "\u{12}": .raiseRating
        case "\u{15}": .eraseAll
        case "\u{17}": .eraseWord
        case _: scalar.properties.generalCategory == .control ? nil : .insert(Character(scalar))
        }
    }

    private static func special(_ code: UInt32) -> PickerAction? {
        switch code {
        case LW_CURSES_KEY_DOWN: .move(1)
        case LW_CURSES_KEY_UP: .move(-1)
        case LW_CURSES_KEY_PAGE_DOWN: .movePage(1)
        case LW_CURSES_KEY_PAGE_UP: .movePage(-1)
        case LW_CURSES_KEY_HOME: .first
        case LW_CURSES_KEY_END: .last
        case LW_CURSES_KEY_RIGHT: .moveGroup(1)
        case LW_CURSES_KEY_LEFT: .moveGroup(-1)
        case LW_CURSES_KEY_BACKSPACE, LW_CURSES_KEY_DELETE: .erase
        case LW_CURSES_KEY_ENTER: .choose
        case LW_CURSES_KEY_RESIZE: .redraw
        case _: nil
        }
    }
}

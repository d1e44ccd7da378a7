/// A key that was pressed, alone or with Ctrl or Alt.
package enum KeyStroke: Hashable, Sendable {
    case character(Character)
    /// Ctrl with a lower-case letter.
    case control(Character)
    /// Alt with a character.
    case alt(Character)
    case special(Special)

    /// A key without a character. The raw value is its name in the settings file.
    package enum Special: String, Hashable, Sendable, CaseIterable {
        case enter, tab, backTab = "shift-tab", escape = "esc", backspace, delete
        case up, down, left, right, home, end, pageUp = "page-up", pageDown = "page-down"
    }

    package static let enter = KeyStroke.special(.enter)
    package static let escape = KeyStroke.special(.escape)
    package static let space = KeyStroke.character(" ")

    /// Creates a key from its name: a character, or a name such as `space`, `enter`, `left`, `ctrl-l` or `alt-3`.
    ///
    /// Returns nil if no key has the name.
    package init?(name: String) {
        if name.count == 1, let character = name.first, !character.isWhitespace {
            self = .character(character)
        } else if name == "space" {
            self = .space
        } else if let special = Special(rawValue: name) {
            self = .special(special)
        } else if name.hasPrefix("ctrl-"), name.count == 6, let letter = name.last, letter.isASCII, letter.isLowercase {
            self = .control(letter)
        } else if name.hasPrefix("alt-"), name.count == 5, let character = name.last {
            self = .alt(character)
        } else {
            return nil
        }
    }

    /// The key's name in the form that ``init(name:)`` reads.
    package var name: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let letter): "ctrl-\(letter)"
        case .alt(let character): "alt-\(character)"
        case .special(let special): special.rawValue
        }
    }

    /// Returns the key's name as the screen shows it, such as `Ctrl-L`, `←` or `Enter`.
    package func label(_ charset: TerminalCharset) -> String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let letter): "Ctrl-\(letter.uppercased())"
        case .alt(let character): "Alt-\(character)"
        case .special(let special): charset == .utf8 ? special.label : special.plainLabel
        }
    }
}

extension KeyStroke.Special {
    fileprivate var label: String {
        switch self {
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case _: plainLabel
        }
    }

    /// The key's shown name in ASCII. Each word begins with a capital letter: `Page-Up`.
    fileprivate var plainLabel: String {
        rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}

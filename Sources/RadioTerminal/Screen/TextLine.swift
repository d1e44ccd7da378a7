/// A line that is typed, at its end. Pure.
package struct TextLine: Hashable, Sendable {
    package private(set) var text: String

    /// More is not typed.
    static let maximum = 200

    package init(_ text: String = "") { self.text = String(text.prefix(Self.maximum)) }

    /// False where the key is none of a line's.
    mutating func press(_ stroke: KeyStroke) -> Bool {
        switch stroke {
        case .character(let character): if text.count < Self.maximum { text.append(character) }
        case .special(.backspace): if !text.isEmpty { text.removeLast() }
        case .control("u"): text = ""
        case .control("w"): text = Self.withoutLastWord(text)
        case .control, .alt, .special: return false
        }
        return true
    }

    static func withoutLastWord(_ text: String) -> String {
        var rest = text[...]
        while rest.last == " " { rest.removeLast() }
        while let last = rest.last, last != " " { rest.removeLast() }
        return String(rest)
    }
}

extension String {
    /// A space at the end, kept as one: cleaning would take it away.
    func replacingTrailingSpace() -> String { hasSuffix(" ") ? dropLast() + "\u{A0}" : self }
}

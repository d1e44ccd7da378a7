/// A line of text that a person types. Keys change only the end of the line. Pure.
package struct TextLine: Hashable, Sendable {
    package private(set) var text: String

    /// The largest number of characters in the line. Further typed characters are ignored.
    static let maximum = 200

    package init(_ text: String = "") { self.text = String(text.prefix(Self.maximum)) }

    /// Changes the line as a key requires. Returns false if the key does not edit text.
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

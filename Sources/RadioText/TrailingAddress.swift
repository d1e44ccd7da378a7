/// Removes a web address that a station or tagging program wrote after artist and title.
enum TrailingAddress {
    /// Maximum number of addresses that are removed.
    private static let maximum = 4

    /// Returns a text such as `Don't Go https://example.org/`, `Don't Go (example.com)` or `Yazoo - Don't Go -
    /// www.example.com` without its address.
    ///
    /// A text that is only an address is returned unchanged.
    static func cut(_ text: String) -> String {
        // Most texts contain no dot, and so no address.
        guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
        var rest = text[...]
        for _ in 0..<maximum {
            guard let shorter = withoutBrackets(rest) ?? withoutLastWord(rest) else { break }
            rest = shorter
        }
        return rest.utf8.count == text.utf8.count ? text : PlainText.clean(String(rest))
    }

    /// Removes an address in brackets at the end, as in `Rang Aur Noor Ki Baraat (Jatt.fm)`, even if no space precedes
    /// the bracket.
    private static func withoutBrackets(_ text: Substring) -> Substring? {
        guard let last = text.last, let bracket = brackets.first(where: { $0.close == last }),
            let open = text.lastIndex(of: bracket.open), open > text.startIndex
        else { return nil }
        let content = text[text.index(after: open)...].dropLast()
        return TitleKind.isAddress(String(content)) ? trimmed(text[..<open]) : nil
    }

    /// Removes an address at the end. A bare host name is removed only after artist and title: "Sia - example.com" may
    /// be a song.
    private static func withoutLastWord(_ text: Substring) -> Substring? {
        guard let blank = text.lastIndex(of: " ") else { return nil }
        let word = String(text[text.index(after: blank)...])
        guard TitleKind.isAddress(word) else { return nil }
        let before = text[..<blank]
        let isMarked = ["http://", "https://", "www."].contains { word.lowercased().hasPrefix($0) }
        let isHalf =
            (TitleDash.ends(before) || before.hasSuffix(" |")) && !TitleDash.ranges(in: before.dropLast(2)).isEmpty
        let rest = trimmed(before)
        return (isMarked || isHalf) && !rest.isEmpty ? rest : nil
    }

    /// Removes the separator at the end of the text, which stood before the removed address.
    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text.trimmed { $0 == " " }
        if TitleDash.ends(rest) { rest = rest.dropLast(2).trimmed { $0 == " " } }
        for separator in [" |", " @", " /"] where rest.hasSuffix(separator) {
            rest = rest.dropLast(separator.count).trimmed { $0 == " " }
        }
        return rest
    }

    private static let brackets: [(open: Character, close: Character)] = [
        ("(", ")"), ("[", "]"), ("<", ">"), ("{", "}"),
    ]
}

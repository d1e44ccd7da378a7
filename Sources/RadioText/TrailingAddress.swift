/// The address of a page that stations and tagging programs write behind artist and title.
enum TrailingAddress {
    /// Addresses at one end that are taken away.
    private static let maximum = 4

    /// `Don't Go https://example.org/`, `Don't Go (example.com)`, `Yazoo - Don't Go - www.example.com` without what is no part of
    /// them. A text that is nothing but an address stays.
    static func cut(_ text: String) -> String {
        // Most texts have none.
        guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
        var rest = text[...]
        for _ in 0..<maximum {
            guard let shorter = withoutBrackets(rest) ?? withoutLastWord(rest) else { break }
            rest = shorter
        }
        return rest.utf8.count == text.utf8.count ? text : PlainText.clean(String(rest))
    }

    /// `Rang Aur Noor Ki Baraat (Jatt.fm)`, also without the blank.
    private static func withoutBrackets(_ text: Substring) -> Substring? {
        guard let last = text.last, let bracket = brackets.first(where: { $0.close == last }),
            let open = text.lastIndex(of: bracket.open), open > text.startIndex
        else { return nil }
        let content = text[text.index(after: open)...].dropLast()
        return TitleKind.isAddress(String(content)) ? trimmed(text[..<open]) : nil
    }

    /// A host's name alone ends only what has artist and title before it: "Sia - example.com" may be a song.
    private static func withoutLastWord(_ text: Substring) -> Substring? {
        guard let blank = text.lastIndex(of: " ") else { return nil }
        let word = String(text[text.index(after: blank)...])
        guard TitleKind.isAddress(word) else { return nil }
        let before = text[..<blank]
        let isMarked = ["http://", "https://", "www."].contains { word.lowercased().hasPrefix($0) }
        let isHalf = [" -", " |"].contains { before.hasSuffix($0) } && before.dropLast(2).contains(" - ")
        let rest = trimmed(before)
        return (isMarked || isHalf) && !rest.isEmpty ? rest : nil
    }

    /// Without the separator that the address stood behind.
    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text.trimmed { $0 == " " }
        for separator in [" -", " |", " @", " –", " /"] where rest.hasSuffix(separator) {
            rest = rest.dropLast(separator.count).trimmed { $0 == " " }
        }
        return rest
    }

    private static let brackets: [(open: Character, close: Character)] = [
        ("(", ")"), ("[", "]"), ("<", ">"), ("{", "}"),
    ]
}

import RadioText

/// The one way of strangers' text (titles, names, addresses, servers' answers, list entries) to a terminal, pipe or log:
/// nothing in it moves the cursor or rings the bell, and it fits the charset.
package struct Sanitiser: Sendable {
    package let charset: TerminalCharset

    package init(charset: TerminalCharset) { self.charset = charset }

    package func callAsFunction(_ text: String) -> String {
        let clean = PlainText.clean(text)
        switch charset {
        case .utf8: return clean
        case .ascii: return Transliteration.ascii(clean)
        }
    }
}

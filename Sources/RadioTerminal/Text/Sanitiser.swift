import RadioText

/// Makes strangers' text harmless before it goes to a terminal, pipe or log.
///
/// Strangers' text is titles, names, addresses, servers' answers and list entries. All of it must pass through this
/// type. The result contains nothing that moves the cursor or rings the bell, and only characters of the charset.
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

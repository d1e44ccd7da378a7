import RadioText

/// Makes untrusted text harmless before it is written to a terminal, pipe or log.
///
/// Titles, names, addresses, servers' responses and list entries are untrusted. All of them must pass through this
/// type. The cleaned text has no control characters, which could move the cursor or ring the bell. It contains only
/// characters of the charset.
package struct Sanitiser: Sendable {
    package let charset: TerminalCharset
    /// Whether the text is for a full-screen page. There, each character must occupy exactly the columns that
    /// ``DisplayWidth`` counts.
    private let isForCells: Bool

    package init(charset: TerminalCharset, isForCells: Bool = false) {
        self.charset = charset
        self.isForCells = isForCells
    }

    package func callAsFunction(_ text: String) -> String {
        let clean = PlainText.clean(text)
        switch charset {
        case .utf8: return isForCells ? DisplayWidth.steady(clean) : clean
        case .ascii: return Transliteration.ascii(clean)
        }
    }
}

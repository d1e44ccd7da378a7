import RadioText

/// The one way of strangers' text (titles, names, addresses, servers' answers, list entries) to a terminal, pipe or log:
/// nothing in it moves the cursor or rings the bell, and it fits the charset.
package struct Sanitiser: Sendable {
    package let charset: TerminalCharset
    /// True for pages, on which every character must take the columns that the program counts.
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

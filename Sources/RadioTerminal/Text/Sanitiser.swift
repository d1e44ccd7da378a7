import RadioText

/// Makes strangers' text harmless before it goes to a terminal, pipe or log.
///
/// Strangers' text is titles, names, addresses, servers' answers and list entries. All of it must pass through this
/// type. The result contains nothing that moves the cursor or rings the bell, and only characters of the charset.
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

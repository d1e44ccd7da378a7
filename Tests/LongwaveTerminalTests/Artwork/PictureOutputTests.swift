import Testing

@testable import LongwaveTerminal

@Suite struct PictureOutputTests {
    static let lines: [(String, [String]?)] = [
        ("ab\ncd\n", ["ab\u{1B}[0m", "cd\u{1B}[0m"]),
        ("\u{1B}[0m\u{1B}[38;5;1;48;5;235m▄▀\u{1B}[0m\n", ["\u{1B}[0m\u{1B}[38;5;1;48;5;235m▄▀\u{1B}[0m\u{1B}[0m"]),
        ("\u{1B}[38:2::1:2:3m▄", ["\u{1B}[38:2::1:2:3m▄\u{1B}[0m"]),
        // Empty lines at the end of chafa's output are dropped. Empty lines in between are kept.
        ("a\n\nb\n\n\u{1B}[0m\n", ["a\u{1B}[0m", "\u{1B}[0m", "b\u{1B}[0m"]),
        ("", nil), ("\n\n", nil),
        // The output has lines that are too wide, or too many lines, so it is refused.
        ("abcde", nil), ("日本x", nil), ("a\na\na\na", nil),
        // The output has other control sequences than colours: moving the cursor, modes, titles, queries, bells, C1
        // characters, carriage returns. It is refused.
        ("\u{1B}[2J", nil), ("\u{1B}[?25l", nil), ("\u{1B}]0;x\u{7}", nil), ("\u{1B}[c", nil), ("\u{1B}[6n", nil),
        ("\u{7}", nil), ("\u{9B}31m", nil), ("a\rb", nil), ("\u{1B}Pq\u{1B}\\", nil), ("\u{1B}", nil), ("\u{1B}[", nil),
        ("\u{1B}[31", nil), ("\u{1B}[>4m", nil), ("\u{1B}c", nil), ("a\tb", nil),
    ]

    @Test(arguments: lines) func charactersInColours(_ text: String, _ lines: [String]?) {
        #expect(PictureOutput.lines(Array(text.utf8), columns: 4, rows: 3) == lines)
    }

    @Test func whatIsNoTextIsNoPicture() {
        #expect(PictureOutput.lines([0x61, 0xFF], columns: 4, rows: 3) == nil)
    }

    static let sixels: [(String, Bool)] = [
        ("\u{1B}P0;1;0q\"1;1;16;6#0;2;9;12;21#0!16~-\u{1B}\\", true), ("\u{1B}Pq#0~$-\n~\u{1B}\\\n", true),
        ("\u{1B}Pq\u{1B}\\", true),
        ("", false), ("\u{1B}\\", false), ("\u{1B}Pq#0~", false), ("\u{1B}P$q\u{1B}\\", false),
        // A second control string follows the picture, text precedes it, or a query is inside of it.
        ("\u{1B}Pq~\u{1B}\\\u{1B}[c\u{1B}\\", false), ("x\u{1B}Pq~\u{1B}\\", false),
        ("\u{1B}Pq~\u{1B}[c\u{1B}\\", false),
        ("\u{1B}Pq\u{7}\u{1B}\\", false), ("\u{1B}P1;2|x\u{1B}\\", false),
    ]

    @Test(arguments: sixels) func oneStringOfSixels(_ text: String, _ isOne: Bool) {
        let answer = PictureOutput.sixels(Array(text.utf8))
        #expect((answer != nil) == isOne)
        if let answer { #expect(text.hasPrefix(answer)) }
    }

    /// The output is cut off at any byte. What is left has no incomplete control sequence, and does not count as a
    /// sixel picture.
    @Test func cutOutput() {
        let whole = Array("\u{1B}[31m▄▀\u{1B}[0m\n\u{1B}[32m▄\n".utf8)
        for length in 0...whole.count {
            for line in PictureOutput.lines(Array(whole.prefix(length)), columns: 4, rows: 3) ?? [] {
                #expect(!line.replacing("\u{1B}[", with: "").unicodeScalars.contains { $0.value < 0x20 })
            }
        }
        let sixels = Array("\u{1B}Pq#0~\u{1B}\\".utf8)
        for length in 0..<sixels.count { #expect(PictureOutput.sixels(Array(sixels.prefix(length))) == nil) }
    }
}

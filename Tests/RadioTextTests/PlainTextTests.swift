import RadioText
import Testing

@Suite struct PlainTextTests {
    static let rows: [(String, String)] = [
        ("", ""), (" ", ""), ("a", "a"), ("a b~!", "a b~!"), (" a", "a"), ("a ", "a"), ("a  b", "a b"),
        ("a\u{7F}", "a"),
        ("  a \t\r\n b  ", "a b"),
        ("a\u{2028}b\u{2029}c\u{85}d\u{3000}e\u{A0}f", "a b c d e f"),
        // Control codes that would clear a screen, set a window's title, ring the bell or move the cursor are removed.
        ("a\u{1B}[2Jb", "a[2Jb"),
        ("\u{1B}]0;owned\u{07}x\u{08}\u{08}", "]0;ownedx"),
        ("a\u{9B}31mb\u{7F}", "a31mb"),
        ("a\u{00}b", "ab"),
        // U+202E would show the rest of the line from right to left. It is removed.
        ("abc\u{202E}fed", "abcfed"),
        ("\u{2066}a\u{2069}", "a"),
        ("\u{FEFF}Title\u{200B}", "Title"),
        ("\u{200B} \u{200E}Title \u{200D} ", "Title"),
        // The zero-width joiner stays, because it joins an emoji of two parts.
        ("👩\u{200D}🎤 sings", "👩\u{200D}🎤 sings"),
        ("\u{200B}\u{1B} \u{202E}", ""),
        // Hebrew and Arabic letters and combining marks stay.
        ("שלום - مرحبا e\u{301}", "שלום - مرحبا e\u{301}"),
    ]

    @Test(arguments: rows) func cleans(_ text: String, _ expected: String) {
        #expect(Array(PlainText.clean(text).unicodeScalars) == Array(expected.unicodeScalars))
        #expect(PlainText.clean(expected) == expected)
    }

    @Test func noScalarThatActsOnATerminalIsLeft() {
        let all = String(String.UnicodeScalarView((0...0x2FFF).compactMap { Unicode.Scalar($0 as UInt32) }))
        for start in stride(from: 0, to: all.unicodeScalars.count, by: 2000) {
            let part = String(String.UnicodeScalarView(all.unicodeScalars.dropFirst(start).prefix(2000)))
            for scalar in PlainText.clean("a" + part + "a").unicodeScalars {
                #expect(scalar.properties.generalCategory != .control, "U+\(String(scalar.value, radix: 16))")
                #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
                #expect(scalar.value != 0x2028 && scalar.value != 0x2029)
            }
        }
    }

    @Test func isBounded() {
        let long = PlainText.clean(String(repeating: "ab ", count: 100_000))
        #expect(long.unicodeScalars.count <= PlainText.maximumScalars)
        #expect(long.unicodeScalars.count >= PlainText.maximumScalars - 2)
        #expect(!long.hasSuffix(" "))
        #expect(PlainText.clean(String(repeating: "x", count: 5000)) == String(repeating: "x", count: 4096))
    }
}

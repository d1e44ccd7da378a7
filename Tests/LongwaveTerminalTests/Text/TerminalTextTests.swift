import Testing

@testable import LongwaveTerminal

@Suite struct TerminalTextTests {
    static let charsets: [([String: String], TerminalCharset)] = [
        (["LANG": "de_DE.UTF-8"], .utf8), (["LANG": "C.utf8"], .utf8), (["LANG": "sr_RS.utf8@latin"], .utf8),
        (["LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii), ([:], .ascii), (["LANG": "de_DE"], .ascii),
        (["LANG": "de_DE.ISO-8859-1"], .ascii), (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], .ascii),
        (["LC_ALL": "", "LC_CTYPE": "en_GB.UTF-8", "LANG": "C"], .utf8),
    ]

    @Test(arguments: charsets) func charset(_ environment: [String: String], _ charset: TerminalCharset) {
        #expect(TerminalCharset { environment[$0] } == charset)
    }

    static let sanitised: [(String, String, String)] = [
        ("plain", "plain", "plain"),
        // A title with sequences that clear the screen, move the cursor and ring the bell. They are removed.
        ("\u{1B}[2J\u{1B}[10;10Hboo\u{7}", "[2J[10;10Hboo", "[2J[10;10Hboo"),
        ("a\u{9B}2Jb\u{90}c", "a2Jbc", "a2Jbc"),
        ("one\r\ntwo\u{8}\u{8}", "one two", "one two"),
        ("evil\u{202E}txt.exe", "eviltxt.exe", "eviltxt.exe"),
        ("Café Müller – Straße", "Café Müller – Straße", "Cafe Muller - Strasse"),
        ("Rock ’n’ Roll … ©", "Rock ’n’ Roll … ©", "Rock 'n' Roll ... (c)"),
        ("Русичи", "Русичи", "??????"), ("日本", "日本", "??"),
        ("Dvor\u{30C}a\u{301}k", "Dvor\u{30C}a\u{301}k", "Dvorak"),
    ]

    @Test(arguments: sanitised) func sanitiser(_ text: String, _ utf8: String, _ ascii: String) {
        // The texts are compared by their scalars, because `==` also takes differently encoded accents for equal.
        #expect(Array(Sanitiser(charset: .utf8)(text).unicodeScalars) == Array(utf8.unicodeScalars))
        #expect(Sanitiser(charset: .ascii)(text) == ascii)
        #expect(Sanitiser(charset: .ascii)(text).utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }

    static let widths: [(String, Int)] = [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｱｲ", 2), ("ＡＢ", 4), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("🎵", 2), ("a\u{200B}b", 2), ("กำ", 2), ("नि", 2), ("—", 1), ("…", 1),
    ]

    @Test(arguments: widths) func width(_ text: String, _ columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    /// Sequences of characters that terminals draw with different widths, and the text that is drawn in their place.
    static let unsteady: [(String, String)] = [
        ("FIP", "FIP"), ("日本の声", "日本の声"), ("👨\u{200D}👩\u{200D}👧 Family", "👨 Family"), ("👍🏽 x", "👍 x"),
        ("🇩🇪 Radio", "DE Radio"), ("❤\u{FE0F}!", "❤!"), ("1\u{FE0F}\u{20E3}", "1"), ("🎵", "🎵"),
        ("soft\u{AD}hyphen a\u{200B}b", "softhyphen ab"), ("Dvor\u{30C}a\u{301}k", "Dvor\u{30C}a\u{301}k"),
        // Joiners and non-joiners between letters are kept, because they change the letters' form.
        ("क\u{94D}\u{200D}ष", "क\u{94D}\u{200D}ष"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ]

    @Test(arguments: unsteady) func steady(_ text: String, _ expected: String) {
        #expect(Array(DisplayWidth.steady(text).unicodeScalars) == Array(expected.unicodeScalars))
        #expect(Sanitiser(charset: .utf8, isForCells: true)(text) == expected)
    }

    static let cuts: [(String, Int, String)] = [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abc def", 5, "abc…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""),
    ]

    @Test(arguments: cuts) func cut(_ text: String, _ columns: Int, _ expected: String) {
        let cut = DisplayWidth.cut(text, to: columns, ellipsis: "…")
        #expect(cut == expected)
        #expect(DisplayWidth.of(cut) <= columns)
    }
}

import RadioText
import Testing

@Suite struct TextDecodingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var bytes: [UInt8]
        var charset: String?
        var text: String
        var testDescription: String { "\(text) (\(charset ?? "none"))" }

        init(_ bytes: [UInt8], _ text: String) { self.init(bytes, nil, text) }

        init(_ bytes: [UInt8], _ charset: String?, _ text: String) {
            self.bytes = bytes
            self.charset = charset
            self.text = text
        }
    }

    static let rows: [Row] = [
        Row([], ""),
        Row(Array("Beyoncé - Déjà Vu".utf8), "Beyoncé - Déjà Vu"),
        Row(Array("日本語".utf8), "utf-8", "日本語"),
        // A station sent these bytes, windows-1252 for `Rock’n`.
        Row([0x52, 0x6F, 0x63, 0x6B, 0x92, 0x6E], "Rock’n"),
        Row([0x43, 0x61, 0x66, 0xE9], "Café"),
        Row([0x80, 0x8A, 0x9F], "€ŠŸ"),
        // windows-1252 does not define the byte 0x81. It becomes the control character U+0081.
        Row([0x81, 0x41], "\u{81}A"),
        // Overlong sequences, surrogates and too high numbers are not UTF-8 (RFC 3629 §3).
        Row([0xC0, 0xAF], "À¯"),
        Row([0xED, 0xA0, 0x80], "í\u{A0}€"),
        Row([0xF5, 0x80, 0x80, 0x80], "õ€€€"),
        // The text is cut off within its last character, as in a metadata block that is full. This character is left
        // out.
        Row(Array("Дождь".utf8.dropLast()), "Дожд"),
        Row(Array("日本".utf8.dropLast(2)), "日"),
        Row(Array("日本".utf8.dropLast(1)), "日"),
        // A byte in the middle is not UTF-8. Only a cut-off end would be tolerated, so the whole text counts as
        // windows-1252.
        Row([0xC3, 0xA9, 0xFF, 0x41], "Ã©ÿA"),
        // The caller declares a charset, which is used.
        Row([0xC3, 0xA9], "ISO-8859-1", "Ã©"),
        Row([0xC3, 0xA9], "windows-1252", "Ã©"),
        Row([0xC3, 0xA9, 0xFF, 0x41], "UTF-8", "é\u{FFFD}A"),
        Row([0xE9], "US-ASCII", "é"),
        Row([0xC3, 0xA9], "US-ASCII", "é"),
        Row([0xE8], "ISO-8859-2", "č"),
        Row([0xCB, 0xCF, 0xD4], "koi8-r", "кот"),
        // The declared charset is unknown or does not fit, so it is ignored.
        Row([0xE9], "x-own", "é"),
        Row([0xC3, 0xA9], "shift_jisx", "é"),
        Row([0xE9], "EUC-KR", "é"),
    ]

    @Test(arguments: rows) func reads(_ row: Row) {
        #expect(TextDecoding.decode(row.bytes, charset: row.charset) == row.text)
    }

    @Test func everyByteIsReadAsWindows1252() {
        let text = TextDecoding.decode(Array(0...255), charset: "windows-1252")
        #expect(text.unicodeScalars.count == 256)
        #expect(Set(text.unicodeScalars).count == 256)
    }
}

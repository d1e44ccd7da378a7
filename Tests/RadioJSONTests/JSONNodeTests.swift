import RadioJSON
import Testing

@Suite struct JSONNodeTests {
    static let rows: [(JSONNode, String, String)] = [
        (.null, "null", "null"), (.bool(true), "true", "true"), (.int(-5), "-5", "-5"),
        (.number(1.5), "1.5", "1.5"), (.number(-0.25), "-0.25", "-0.25"), (.number(2), "2", "2"),
        (.number(0.0000004), "0", "0"), (.number(0.05), "0.05", "0.05"), (.number(.nan), "null", "null"),
        (.number(.infinity), "null", "null"),
        (.string("a\"b\\c"), #""a\"b\\c""#, #""a\"b\\c""#),
        (
            .string("\u{1B}[2J\n\r\t\u{7}\u{9B}\u{7F}"), #""\u001b[2J\n\r\t\u0007\u009b\u007f""#,
            #""\u001b[2J\n\r\t\u0007\u009b\u007f""#
        ),
        (.string("é🎵\u{202E}"), "\"é🎵\\u202e\"", #""\u00e9\ud83c\udfb5\u202e""#),
        (.array([.int(1), .string("x")]), #"[1,"x"]"#, #"[1,"x"]"#),
        (.members(["b": .null, "a": .array([])]), #"{"b":null,"a":[]}"#, #"{"b":null,"a":[]}"#),
    ]

    @Test(arguments: rows) func text(_ value: JSONNode, _ utf8: String, _ ascii: String) {
        #expect(value.text() == utf8)
        #expect(value.text(isASCII: true) == ascii)
    }
}

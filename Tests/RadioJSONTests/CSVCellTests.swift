import RadioJSON
import Testing

@Suite struct CSVCellTests {
    // Cells that need quotes, according to RFC 4180 §2, rules 5 to 7. A line end in a cell becomes a space.
    @Test(arguments: [
        ("", ""), ("a b", "a b"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""),
        ("one\r\ntwo", "one  two"), ("a\u{0}\u{1B}[A\u{85}\u{2028}b", "a  [A  b"), ("é 日本", "é 日本"),
        // A combining mark after a comma forms one `Character` with it. The comma must still be found.
        ("a,\u{301}b", "\"a,\u{301}b\""),
    ]) func text(_ text: String, _ cell: String) {
        #expect(CSVCell.text(text) == cell)
    }
}

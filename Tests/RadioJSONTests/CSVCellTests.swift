import RadioJSON
import Testing

@Suite struct CSVCellTests {
    // RFC 4180 §2, rules 5 to 7. A line end within a cell (rule 6) is replaced by spaces.
    @Test(arguments: [
        ("", ""), ("a b", "a b"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""),
        ("one\r\ntwo", "one  two"), ("a\u{0}\u{1B}[A\u{85}\u{2028}b", "a  [A  b"), ("é 日本", "é 日本"),
        // A combining mark after a comma does not hide the comma.
        ("a,\u{301}b", "\"a,\u{301}b\""),
    ]) func text(_ text: String, _ cell: String) {
        #expect(CSVCell.text(text) == cell)
    }
}

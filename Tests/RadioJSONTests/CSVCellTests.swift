import RadioJSON
import Testing

@Suite struct CSVCellTests {
    // RFC 4180 §2, rules 5 to 7; a line end in a cell (rule 6) is not written.
    @Test(arguments: [
        ("", ""), ("a b", "a b"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""),
        ("one\r\ntwo", "one  two"), ("a\u{0}\u{1B}[A\u{85}\u{2028}b", "a  [A  b"), ("é 日本", "é 日本"),
        // A combining mark behind a comma does not hide it.
        ("a,\u{301}b", "\"a,\u{301}b\""),
    ]) func text(_ text: String, _ cell: String) {
        #expect(CSVCell.text(text) == cell)
    }
}

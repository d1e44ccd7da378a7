import LongwaveTerminal
import Testing

@testable import RadioConsole

@Suite struct TableWriterTests {
    private func writer(width: Int? = nil, _ charset: TerminalCharset = .utf8) -> TableWriter {
        TableWriter(columns: ["id", "name", "tags"], charset: charset, width: width)
    }

    @Test func aTableIsAligned() {
        let lines = writer().table([["a", "日本", "x"], ["long-id", "Radio", ""]])
        #expect(lines == ["ID       NAME   TAGS", "a        日本   x", "long-id  Radio"])
    }

    @Test(arguments: [80, 40, 30, 20, 12, 5, 1]) func aTableFitsItsWidth(_ width: Int) {
        let rows = [["identifier-of-it", "A station with a very long name 日本語日本語", "news talk jazz"]]
        for line in writer(width: width).table(rows) { #expect(DisplayWidth.of(line) <= width) }
    }

    /// Cells that need quotes, according to RFC 4180 §2, rules 5 to 7.
    static let csv: [([String], String)] = [
        (["a", "b", "c"], "a,b,c"), (["a,b", "say \"hi\"", ""], "\"a,b\",\"say \"\"hi\"\"\","),
        (["one\ntwo", "\u{1B}[A", "é"], "one two,[A,é"),
    ]

    @Test(arguments: csv) func csvRows(_ row: [String], _ line: String) {
        #expect(writer().csv(row) == line)
    }

    @Test func tsvHasNoTabsInCells() {
        // Cells that a spreadsheet would run as formulas, and cells that only look similar.
        let cells = ["=1+1", "+A1", "-2+3", "@SUM(1)", "=1", "＝1", "-3.5", "+01:00", "-", "a=b", "=a,b"]
        let guarded = "'=1+1,'+A1,'-2+3,'@SUM(1),'=1,'＝1,-3.5,+01:00,'-,a=b,\"'=a,b\""
        #expect(writer().csv(cells) == guarded)
        #expect(writer().csv(cells, .csvRaw) == guarded.replacing("'", with: ""))
        #expect(writer().tsv(["a\tb", "c\nd", "\"e\""]) == "a b\tc d\t\"e\"")
    }
}

import Longwave
import LongwaveTerminal
import Testing

@testable import LongwaveCLI
@testable import RadioTitles

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

    /// The width of each column of a line: at 80 columns the title has 24 or more, and times are whole.
    @Test(arguments: [("Short", 5), (String(repeating: "t", count: 24), 24), (String(repeating: "t", count: 90), 24)])
    func `titles of songs keep their width`(_ title: String, _ least: Int) {
        let track = TrackInfo(
            kind: .song, artist: String(repeating: "a", count: 40), title: title, text: "", raw: [])
        let played = PlayedTrack(
            track: track, station: "s", stationName: String(repeating: "n", count: 40), start: .zero, end: nil,
            unseen: .zero, offset: 0, source: .inBand)
        let lines = SongPrinter.document([played]).text(.table, charset: .utf8, width: 80).split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 80 })
        #expect(lines[0].contains("LENGTH") && lines[1].hasPrefix("19"))
        #expect(lines[1].contains { $0 == "t" } || title == "Short")
        #expect(lines[1].count { $0 == "t" } >= (title == "Short" ? 1 : least - 1))
        // Of two columns, the artist is cut before the title.
        #expect(lines[1].count { $0 == "a" } >= 10 && lines[1].count { $0 == "n" } >= 7)
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

import TestSupport
import Testing

@testable import LongwaveTerminal

@Suite struct ScreenCellsTests {
    @Test func wideCharactersAreWhole() {
        var cells = ScreenCells(width: 6, height: 1)
        #expect(cells.put("a日b", 0, 0) == 4)
        #expect(cells.text(0) == "a日b" && cells[0, 2].text == "")
        // When one half of a wide character is overwritten, the other half becomes blank. A wide character does not fit
        // into the last column.
        cells.put("x", 0, 2)
        #expect(cells.text(0) == "a xb")
        #expect(cells.put("日", 0, 5) == 5)
        cells.put("日", 0, 4, .strong)
        cells.put("y", 0, 4)
        #expect(cells.text(0) == "a xby" && cells[0, 5] == .blank)
    }

    @Test func marksStayWithTheirLetter() {
        var cells = ScreenCells(width: 4, height: 1)
        cells.put("e\u{301}\u{301}x", 0, 0)
        #expect(cells[0, 0].text == "e\u{301}\u{301}" && cells[0, 1].text == "x")
    }

    @Test func nothingIsWrittenOutside() {
        var cells = ScreenCells(width: 3, height: 2)
        #expect(cells.put("abcdef", 0, 1) == 3)
        cells.put("no", 2, 0)
        cells.put("no", -1, 0)
        cells.paint(5, 0..<9, .bad)
        #expect(cells.texts == [" ab", ""])
    }

    /// Only the lines that differ from the old page are written. Together with the old page, they give the new page.
    @Test func differencesMakeTheSamePage() {
        var random = SeededGenerator(seed: 7)
        var older: ScreenCells?
        var terminal = ScreenCells(width: 12, height: 5)
        for _ in 0..<300 {
            var page = older ?? terminal
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let text = ["日本", "x", "é", "  ", "long text"].randomElement(using: &random)!
                page.put(
                    text, Int.random(in: 0..<5, using: &random), Int.random(in: 0..<12, using: &random),
                    CellStyle.allCases.randomElement(using: &random)!)
            }
            let runs = page.runs(since: older)
            for run in runs { terminal.put(run.text, run.row, run.column, run.style) }
            #expect(terminal == page)
            if older == page { #expect(runs.isEmpty) }
            older = page
        }
        #expect(ScreenCells(width: 13, height: 5).runs(since: older).count == 5)
    }
}

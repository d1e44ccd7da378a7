import RadioText
import Testing

@testable import LongwaveTerminal

@Suite struct TerminalPictureTests {
    static let sizes: [(Int, Int, columns: Int, rows: Int)] = [
        (300, 300, 16, 8), (600, 300, 16, 4), (300, 600, 8, 8), (1, 40_000, 1, 8), (40_000, 1, 16, 1), (16, 16, 16, 8),
        (300, 200, 16, 5),
    ]

    @Test(arguments: sizes) func asLargeAsFits(_ width: Int, _ height: Int, _ columns: Int, _ rows: Int) {
        #expect(TerminalPicture.cells(width: width, height: height, columns: 16, rows: 8) == (columns, rows))
    }

    private static let symbols = TerminalPicture(columns: 3, rows: 2, content: .lines(["ab", "cd"]))
    private static let kitty = TerminalPicture(columns: 3, rows: 2, content: .kitty("K", id: 9))
    private static let sixels = TerminalPicture(columns: 3, rows: 2, content: .sequence("S"))

    @Test func inScrollingOutput() {
        #expect(Self.symbols.text(indent: 2) == "  ab\r\n  cd\r\n")
        // The bytes make room for the picture, move the cursor up, save it, move it right, draw, restore it and move it
        // down.
        let around = ("\r\n\r\n\u{1B}[2A\u{1B}7", "\u{1B}8\u{1B}[2B\r")
        #expect(Self.kitty.text(indent: 2) == around.0 + "\u{1B}[2CK" + around.1)
        #expect(Self.sixels.text(indent: 0) == around.0 + "S" + around.1)
    }

    @Test func onAPage() {
        #expect(Self.symbols.text(row: 4, column: 60) == "\u{1B}7\u{1B}[0m\u{1B}[5;61Hab\u{1B}[6;61Hcd\u{1B}8")
        #expect(Self.sixels.text(row: 0, column: 0) == "\u{1B}7\u{1B}[1;1HS\u{1B}8")
        let blank = "\u{1B}7\u{1B}[0m\u{1B}[1;3H\u{1B}[3X\u{1B}[2;3H\u{1B}[3X\u{1B}8"
        #expect(Self.symbols.erasure(row: 0, column: 2) == blank)
        #expect(Self.kitty.erasure(row: 0, column: 2) == KittyGraphics.remove(id: 9) + blank)
    }
}

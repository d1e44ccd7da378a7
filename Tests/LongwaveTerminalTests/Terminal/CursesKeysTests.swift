import Testing

@testable import LongwaveTerminal

@Suite struct CursesKeysTests {
    /// KEY_DOWN and KEY_BTAB of <curses.h>.
    private static let (down, backTab) = (CursesKeys.Key.code(0o402), CursesKeys.Key.code(0o541))
    private static let escape = CursesKeys.Key.character("\u{1B}")

    static let rows: [([CursesKeys.Key], [KeyStroke])] = [
        ([.character("a"), .character("日"), .character("\r")], [.character("a"), .character("日"), .enter]),
        (
            [.character("\u{C}"), .character("\u{7F}"), down, backTab],
            ["ctrl-l", "backspace", "down", "shift-tab"].strokes
        ),
        ([escape], [.escape]),
        ([escape, escape], [.escape, .escape]),
        ([escape, .character("3")], [.alt("3")]),
        ([escape, escape, .character("3")], [.escape, .escape, .character("3")]),
        // Enter, Ctrl-R and Down cannot be combined with Alt, so Escape and the key count as two keys.
        ([escape, .character("\r")], [.escape, .enter]),
        ([escape, .character("\u{12}"), .character("x")], [.escape, .control("r"), .character("x")]),
        ([escape, down, .character("x")], [.escape, .special(.down), .character("x")]),
        // KEY_BACKSPACE of <curses.h>.
        ([escape, .character("\u{7F}")], [.control("w")]), ([escape, .code(0o407)], [.control("w")]),
        // ncurses knows this key, but the screen has no function for it. It is ignored.
        ([.code(0o777), .character("x")], [.character("x")]),
    ]

    @Test(arguments: rows) func strokes(_ keys: [CursesKeys.Key], _ expected: [KeyStroke]) {
        #expect(CursesKeys.inputs(keys) == expected.map { .stroke($0) })
    }

    @Test func theMouse() {
        // The first mouse button, the wheel up and down, and a button without a function (curses.h,
        // NCURSES_MOUSE_VERSION 2).
        let keys: [CursesKeys.Key] = [0o2, 0o2 << 15, 0o2 << 20, 0o2 << 5].map {
            .mouse(row: 3, column: 4, buttons: $0)
        }
        #expect(CursesKeys.inputs(keys) == [.press(row: 3, column: 4), .wheel(-3), .wheel(3)])
        #expect(CursesKeys.inputs([Self.escape] + keys.prefix(1)) == [.stroke(.escape), .press(row: 3, column: 4)])
    }
}

extension [String] {
    fileprivate var strokes: [KeyStroke] { map { KeyStroke(name: $0)! } }
}

import CCurses
import Testing

@testable import RadioTerminal

@Suite struct PickerKeysTests {
    private func keys(_ text: String) -> [CursesKeys.Key] { text.unicodeScalars.map { .character($0) } }

    private func actions(_ keys: [CursesKeys.Key]) -> [PickerAction] {
        CursesKeys.inputs(keys).compactMap { input in
            guard case .stroke(let stroke) = input else { return nil }
            return PickerKeys.action(stroke)
        }
    }

    @Test func charactersAreTyped() {
        #expect(actions(keys("aß日 ")) == [.insert("a"), .insert("ß"), .insert("日"), .insert(" ")])
    }

    static let controls: [(String, PickerAction)] = [
        ("\r", .choose), ("\n", .choose), ("\t", .toggleMark), ("\u{7F}", .erase), ("\u{8}", .erase),
        ("\u{3}", .cancel),
        ("\u{4}", .cancel), ("\u{1}", .toggleAll), ("\u{6}", .toggleFavourite), ("\u{7}", .nextGrouping),
        ("\u{B}", .move(-1)), ("\u{E}", .move(1)), ("\u{10}", .listen), ("\u{12}", .raiseRating), ("\u{15}", .eraseAll),
        ("\u{17}", .eraseWord), ("\u{C}", .redraw), ("\u{1B}", .cancel), ("\u{1B}3", .rate(3)), ("\u{1B}0", .rate(0)),
        ("\u{1B}+", .louder), ("\u{1B}=", .louder), ("\u{1B}-", .quieter), ("\u{1B}_", .quieter),
    ]

    @Test(arguments: controls) func controlsAct(_ text: String, _ action: PickerAction) {
        #expect(actions(keys(text)) == [action])
    }

    @Test func keysWithoutAMeaningDoNothing() {
        #expect(actions(keys("\u{2}\u{1B}x\u{0}")) == [])
        #expect(actions([.code(0o777)]) == [])
    }

    static let codes: [(UInt32, PickerAction)] = [
        (LW_CURSES_KEY_DOWN, .move(1)), (LW_CURSES_KEY_UP, .move(-1)), (LW_CURSES_KEY_PAGE_DOWN, .movePage(1)),
        (LW_CURSES_KEY_PAGE_UP, .movePage(-1)), (LW_CURSES_KEY_HOME, .first), (LW_CURSES_KEY_END, .last),
        (LW_CURSES_KEY_LEFT, .moveGroup(-1)), (LW_CURSES_KEY_RIGHT, .moveGroup(1)), (LW_CURSES_KEY_BACKSPACE, .erase),
        (LW_CURSES_KEY_ENTER, .choose),
    ]

    @Test(arguments: codes) func otherKeys(_ code: UInt32, _ action: PickerAction) {
        #expect(actions([.code(code), .character("a")]) == [action, .insert("a")])
    }

    @Test func theMouse() {
        let keys: [CursesKeys.Key] = [
            .mouse(row: 3, column: 7, buttons: LW_CURSES_BUTTON1_PRESSED),
            .mouse(row: 0, column: 0, buttons: LW_CURSES_BUTTON4_PRESSED),
            .mouse(row: 0, column: 0, buttons: LW_CURSES_BUTTON5_PRESSED), .mouse(row: 0, column: 0, buttons: 1),
            .code(LW_CURSES_KEY_RESIZE), .code(LW_CURSES_KEY_BACK_TAB),
        ]
        #expect(
            CursesKeys.inputs(keys) == [
                .press(row: 3, column: 7), .wheel(-3), .wheel(3), .resized, .stroke(.special(.backTab)),
            ])
    }
}

import LongwaveTerminal
import Testing

@testable import LongwaveCLI

@Suite struct KeyReaderTests {
    static let rows: [(String, [KeyAction])] = [
        (" ", [.toggle]), ("q", [.quit]), ("Q", [.quit]), ("\u{4}", [.quit]), ("+=", [.louder, .louder]),
        ("-_", [.quieter, .quieter]), ("m", [.mute]), ("np", [.next, .previous]), ("lL", [.liveEdge, .catchUp]),
        ("sr", [.shuffle, .repetition]), ("kKR", [.keepTitle, .keepLast, .record]),
        ("<>v()", [.slower, .faster, .meter, .rewind, .fastForward]),
        ("[b]", [.titleBefore, .titleBegin, .titleAfter]),
        ("x\r\n\t\u{7F}7", []),
        // Arrow keys in the terminal's normal mode and in its application mode. The letters in their escape sequences
        // are not keys, but the letter after the sequences is one.
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[Dn", [.forward, .back, .next]),
        ("\u{1B}OA\u{1B}OB\u{1B}OD\u{1B}OCq", [.back, .forward, .quit]),
        ("\u{1B}[1;5D\u{1B}[0C", []),
        // Shift with an arrow, F5, Delete, a mouse report and a cursor report have no function.
        ("\u{1B}[1;2A\u{1B}[15~\u{1B}[3~\u{1B}[<0;10;10M\u{1B}[12;34R ", [.toggle]),
        // PF1 to PF4 send ESC O P…S; keypad l, m, n, p send ESC O l…p.
        ("\u{1B}OP\u{1B}Ol\u{1B}Om\u{1B}On\u{1B}Op", []),
        // Alt with a letter has no function.
        ("\u{1B}q\u{1B}nm", [.mute]),
        ("\u{1B}\u{1B}[Aq", [.quit]),
        // Two control strings that a terminal may send as reports: an operating system command (OSC) that ends with
        // BEL, and a device control string (DCS) that ends with ESC \.
        ("\u{1B}]11;rgb:qnmlp\u{7}q", [.quit]),
        ("\u{1B}P1$rqnp\u{1B}\\m", [.mute]),
        // An escape sequence begins before the previous one is complete.
        ("\u{1B}[1\u{1B}[Aq", [.quit]),
        // Characters of more than one byte have no function.
        ("éñ日", []),
    ]

    @Test(arguments: rows) func keys(_ text: String, _ expected: [KeyAction]) {
        let bytes = Array(text.utf8)
        let now = MonotonicInstant(nanoseconds: 0)
        var whole: [KeyStroke] = []
        var reader = KeyReader()
        reader.feed(bytes, at: now) { whole.append($0) }
        // `play` has no pages, so the keys of the screen's pages have no function in it.
        #expect(whole.compactMap { KeyBindings.usual[$0] }.filter { $0.scope == .playing } == expected)

        var single: [KeyStroke] = []
        reader = KeyReader()
        for byte in bytes { reader.feed([byte], at: now) { single.append($0) } }
        #expect(single == whole)
    }

    /// A lone Escape, or a report that never ends, is followed by a pause. A key that is pressed after the pause is
    /// recognised.
    @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]never ends"])
    func aPauseBeginsAnew(_ text: String) {
        var reader = KeyReader()
        var keys: [KeyStroke] = []
        reader.feed(text.utf8, at: MonotonicInstant(nanoseconds: 0)) { keys.append($0) }
        let later = MonotonicInstant(nanoseconds: 0).advanced(by: KeyReader.sequenceTimeout + .milliseconds(1))
        reader.feed("q".utf8, at: later) { keys.append($0) }
        #expect(keys == [.character("q")])
    }

    static let strokes: [(String, [KeyStroke])] = [
        ("a日\r", [.character("a"), .character("日"), .enter]),
        (
            "\u{1B}[A\u{1B}[B\u{1B}[H\u{1B}[F\u{1B}[5~\u{1B}[6~\u{1B}[Z",
            [.up, .down, .home, .end, .pageUp, .pageDown, .backTab].map { .special($0) }
        ),
        ("\u{1B}3\u{C}\t\u{7F}", [.alt("3"), .control("l"), .special(.tab), .special(.backspace)]),
        // Escape is followed at once by another key.
        ("\u{1B}\r\u{1B}é\u{1B} ", [.escape, .enter, .escape, .character("é"), .alt(" ")]),
        ("\u{1B}\u{7F}a", [.control("w"), .character("a")]),
    ]

    @Test(arguments: strokes) func otherKeys(_ text: String, _ expected: [KeyStroke]) {
        var keys: [KeyStroke] = []
        var reader = KeyReader()
        reader.feed(text.utf8, at: MonotonicInstant(nanoseconds: 0)) { keys.append($0) }
        #expect(keys == expected)
    }

    /// A lone Escape counts as a key only when enough time has passed without a further byte.
    @Test func aLoneEscape() {
        var reader = KeyReader()
        var keys: [KeyStroke] = []
        reader.feed("\u{1B}".utf8, at: MonotonicInstant(nanoseconds: 0)) { keys.append($0) }
        #expect(keys.isEmpty && reader.isUnsettled)
        reader.settle { keys.append($0) }
        #expect(keys == [.escape] && !reader.isUnsettled)
    }
}

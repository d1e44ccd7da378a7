import Testing

@testable import LongwaveCLI

@Suite struct PlayOptionsTests {
    private func look(
        _ format: OutputFormat? = nil, quiet: Bool = false, terminal: Bool = true, term: String? = "xterm"
    ) -> PlayOptions.Look {
        PlayOptions(
            format: format, isQuiet: quiet, isVerbose: false, inputIsTerminal: terminal, outputIsTerminal: terminal,
            environment: { $0 == "TERM" ? term : nil }
        ).look
    }

    @Test func looks() {
        #expect(look() == .live)
        #expect(look(terminal: false) == .lines)
        #expect(look(term: "dumb") == .lines)
        #expect(look(term: nil) == .lines)
        #expect(look(quiet: true) == .quiet)
        #expect(look(.table, terminal: false) == .lines)
        #expect(look(.json) == .json)
        #expect(look(.csv) == .rows(.csv))
        #expect(look(.tsv, terminal: false) == .rows(.tsv))
    }

    @Test(arguments: [(nil, true), ("", true), ("1", false)] as [(String?, Bool)])
    func colour(_ noColour: String?, _ usesColour: Bool) {
        let options = PlayOptions(
            format: nil, isQuiet: false, isVerbose: false, inputIsTerminal: true, outputIsTerminal: true,
            environment: { $0 == "NO_COLOR" ? noColour : nil })
        #expect(options.usesColour == usesColour)
    }
}

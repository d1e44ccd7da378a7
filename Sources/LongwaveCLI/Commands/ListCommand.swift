import ArgumentParser
import CLinux
import Glibc
import Longwave

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the stations, or those that words describe.",
        discussion: """
            Every word must begin a word of a station's name, id, tags, country, language or codec. \
            A table on a terminal, tsv elsewhere; json can be used as a --library again.
            """)

    @Argument(help: ArgumentHelp("What the stations must have.", valueName: "words"))
    var words: [String] = []

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let charset = TerminalCharset(environment: Environment.value)
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        let answer = try load()
        switch answer {
        case .failure(let failure): try fail(failure, charset)
        case .success(let library):
            if format.verbose { warn(["list: \(library.source)"], charset) }
            if !format.quiet { warn(ProgrammeFinder.remarks(library), charset) }
            let numbered = library.numbered(matching: words.joined(separator: " "))
            guard !numbered.isEmpty || words.isEmpty else {
                let sentence = "No station of \(library.source) has all of that."
                return try fail(CommandFailure(code: .notPlayable, sentence: sentence), charset)
            }
            let printer = StationPrinter(charset: charset, width: isTerminal ? Terminal().width : nil)
            let text = printer.text(numbered, format.chosen ?? (isTerminal ? .table : .tsv))
            // A reader that has enough is none to complain about.
            OutputSink.writeAll(STDOUT_FILENO, text)
        }
    }

    /// A list may come over the network: then a loop runs for it.
    private func load() throws -> LibraryReader.Answer {
        let loop = try EventLoop()
        var answer: LibraryReader.Answer?
        LibraryReader(named: library.library).load(on: loop) {
            answer = $0
            loop.stop()
        }
        if answer == nil { loop.run() }
        return answer ?? .failure(CommandFailure(code: .unavailable, sentence: "The list could not be loaded."))
    }

    private func warn(_ lines: [String], _ charset: TerminalCharset) {
        let clean = Sanitiser(charset: charset)
        OutputSink.writeAll(STDERR_FILENO, lines.map { "longwave: \(clean($0))\n" }.joined())
    }

    private func fail(_ failure: CommandFailure, _ charset: TerminalCharset) throws {
        warn([failure.sentence] + failure.hints, charset)
        throw ArgumentParser.ExitCode(failure.code.rawValue)
    }
}

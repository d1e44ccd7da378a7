import ArgumentParser
import CLinux
import Glibc
import Longwave

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the stations, or those that words describe.",
        discussion: """
            Every word must begin a word of a station's name, id, tags, country, language or codec; one that no station \
            has may be misspelt. The best come first. \
            A table on a terminal, tsv elsewhere; json can be used as a --library again.
            """)

    @Argument(help: ArgumentHelp("What the stations must have.", valueName: "words"))
    var words: [String] = []

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    @OptionGroup(title: "Which, and how") var query: QueryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Gather them by country, language, tag, codec, letter, rating, favourite or source.", valueName: "property")
    )
    var groupBy: StationGrouping?

    func run() throws {
        let charset = TerminalCharset(environment: Environment.value)
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        let answer = try library.reader.personal.loadNow()
        switch answer {
        case .failure(let failure): try fail(failure, charset)
        case .success(let library):
            if format.verbose { warn(["list: \(library.sources.joined(separator: ", "))"], charset) }
            if !format.quiet { warn(ProgrammeFinder.remarks(library), charset) }
            let query = try query.made(words: words, grouping: groupBy)
            let groups = LibrarySearch(library).collections(query, now: WallClock.milliseconds)
            guard !groups.isEmpty || query == .all else {
                let sentence = "No station of \(library.source) has all of that."
                return try fail(CommandFailure(code: .notPlayable, sentence: sentence), charset)
            }
            let printer = StationPrinter(charset: charset, width: isTerminal ? Terminal().width : nil)
            let chosen = format.chosen ?? (isTerminal ? .table : .tsv)
            let text =
                query.grouping == nil
                ? printer.text(groups.first?.items ?? [], chosen) : printer.text(groups, chosen)
            // A reader that has enough is none to complain about.
            OutputSink.writeAll(STDOUT_FILENO, text)
        }
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

extension StationGrouping: ExpressibleByArgument {}

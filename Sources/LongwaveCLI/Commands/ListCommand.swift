import ArgumentParser
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
        let output = ReportOutput(format: format)
        switch try library.reader.personal.loadNow() {
        case .failure(let failure): throw output.fail(failure)
        case .success(let library):
            if format.verbose { output.say("list: \(library.sources.joined(separator: ", "))") }
            if !format.quiet { ProgrammeFinder.remarks(library).forEach(output.say) }
            let query = try query.made(words: words, grouping: groupBy)
            let groups = LibrarySearch(library).collections(query)
            guard !groups.isEmpty || query == .all else {
                throw output.fail(.noneFound(lists: library.sources))
            }
            LastFound(environment: Environment.folders).leave()
            output.list { format, width in
                let printer = StationPrinter(charset: output.charset, width: width)
                return query.grouping == nil
                    ? printer.text(groups.first?.items ?? [], format) : printer.text(groups, format)
            }
        }
    }
}

extension StationGrouping: ExpressibleByArgument {}

import ArgumentParser
import Longwave

struct ListCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists your stations, or those that match words.",
        discussion: """
            Each word must be the beginning of a word in a station's name, id, tags, country, language or codec. A \
            word that matches no station also finds similar spellings. The best matches come first. Prints a table on \
            a terminal, and tsv elsewhere. The json format can be used as a --library.
            """)

    @Argument(help: ArgumentHelp("Words that the stations must match.", valueName: "words"))
    var words: [String] = []

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    @OptionGroup(title: "Selection and order") var query: QueryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Groups by country, language, tag, codec, letter, rating, favourite or source.", valueName: "property")
    )
    var groupBy: StationGrouping?

    @Flag(name: .long, help: "Prints the measured loudness of the stations, and their volumes.")
    var levels = false

    var settings: PrintSettings { format.settings }

    func validate() throws {
        if levels, groupBy != nil { throw ValidationError("--levels and --group-by cannot be combined.") }
    }

    /// Prints the stations that match the query, in groups if the query asks for them.
    func perform(_ output: ReportOutput) throws {
        let query = try query.made(words: words, grouping: groupBy)
        let readsLevels = levels
        let (library, known) = try RadioSession.run(lists: library.library) { radio in
            try await (radio.library(), readsLevels ? radio.levels() : [:])
        }
        if settings.isVerbose { output.say("list: \(library.sources.joined(separator: ", "))") }
        if !settings.isQuiet { SelectionFinder.remarks(library).forEach(output.say) }
        let groups = LibrarySearch(library).collections(query)
        guard !groups.isEmpty || query == .all else {
            throw CommandFailure(.noneFound(lists: library.sources))
        }
        LastFound(environment: Environment.folders).leave()
        if levels {
            return output.list { format, width in
                LevelPrinter(charset: output.charset, width: width).text(groups.flatMap(\.items), known, format)
            }
        }
        output.list { format, width in
            let printer = StationPrinter(charset: output.charset, width: width)
            return query.grouping == nil
                ? printer.text(groups.first?.items ?? [], format) : printer.text(groups, format)
        }
    }
}

import ArgumentParser
import Longwave
import RadioConsole

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
        let action = ListAction(
            query: try query.made(words: words, grouping: groupBy), libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}

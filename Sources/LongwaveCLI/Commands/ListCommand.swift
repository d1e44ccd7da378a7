import ArgumentParser
import Longwave

struct ListCommand: ParsableCommand {
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

    func run() throws {
        let action = ListAction(
            query: try query.made(words: words, grouping: groupBy), libraries: library.library,
            settings: format.settings)
        try end(with: action.run())
    }
}

import ArgumentParser
import Longwave
import RadioConsole

struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Searches for stations in the radio-browser directory.",
        discussion: """
            The words match a part of a station's name. The stations with the most votes come first. "longwave add \
            NUMBER" adds one of the printed stations to your own list. If the directory does not answer, the command \
            prints the directory's last answer to the same search, and says so. Prints a table on a terminal, and tsv \
            elsewhere. The json format can be used as a --library.
            """)

    @Argument(help: ArgumentHelp("Part of the station's name.", valueName: "words"))
    var words: [String] = []

    @OptionGroup(title: "Search") var query: DirectoryQueryOptions
    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = FindAction(
            query: query.made(words: words), directory: directory.directory, settings: format.settings)
        try end(with: action.run())
    }
}

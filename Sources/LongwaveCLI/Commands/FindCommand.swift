import ArgumentParser
import Longwave
import RadioConsole

struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Look for stations in radio-browser's directory.",
        discussion: """
            The words are a part of the name. The stations with the most votes come first. \
            "longwave add NUMBER" takes one of those that were printed last into your own list. \
            Where the directory does not answer, what it answered to the same question before is printed, and said. \
            A table on a terminal, tsv elsewhere; json can be used as a --library.
            """)

    @Argument(help: ArgumentHelp("A part of the name.", valueName: "words"))
    var words: [String] = []

    @OptionGroup(title: "Which, and how") var query: DirectoryQueryOptions
    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = FindAction(
            query: query.made(words: words), directory: directory.directory, settings: format.settings)
        try end(with: action.run())
    }
}

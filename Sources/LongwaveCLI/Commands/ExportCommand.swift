import ArgumentParser
import Longwave
import RadioConsole

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the stations as a list that other programs read.",
        discussion: """
            What the format cannot hold is said on stderr. \(Documents.path("LISTS.md")) tells what each holds.
            """)

    @OptionGroup(title: "Stations") var library: LibraryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format; without it what the name after --to ends with, or else json.",
            valueName: ListFormatName.allCases.map(\.rawValue).joined(separator: "|")))
    var format: ListFormatName?

    @Option(
        name: .long, help: ArgumentHelp("Write there, and not to standard output.", valueName: "file"),
        completion: .file())
    var to: String?

    @Option(name: .long, help: ArgumentHelp("What the list calls itself.", valueName: "title"))
    var title: String?

    @Flag(name: .long, help: "Say nothing but errors.")
    var quiet = false

    func run() throws {
        let action = ExportAction(
            libraries: library.library, format: format, path: to, title: title, isQuiet: quiet)
        try end(with: action.run())
    }
}

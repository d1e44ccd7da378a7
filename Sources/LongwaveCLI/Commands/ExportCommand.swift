import ArgumentParser
import Longwave

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes the stations as a list for other programs.",
        discussion: """
            Prints on stderr which properties the format cannot hold. \(Documents.path("CLI.md")) describes each format.
            """)

    @OptionGroup(title: "Stations") var library: LibraryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Format of the list. (default: by the suffix of --to, or json)",
            valueName: ListFormatName.allCases.map(\.rawValue).joined(separator: "|")))
    var format: ListFormatName?

    @Option(
        name: .long, help: ArgumentHelp("Writes to this file. (default: standard output)", valueName: "file"),
        completion: .file())
    var to: String?

    @Option(name: .long, help: ArgumentHelp("Sets the list's title.", valueName: "title"))
    var title: String?

    @Flag(name: .long, help: "Prints only errors.")
    var quiet = false

    func run() throws {
        let action = ExportAction(
            libraries: library.library, format: format, path: to, title: title, isQuiet: quiet)
        try end(with: action.run())
    }
}

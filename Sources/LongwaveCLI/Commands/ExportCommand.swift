import ArgumentParser
import Glibc
import Longwave

struct ExportCommand: Command {
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

    var settings: PrintSettings { PrintSettings(isQuiet: quiet) }

    /// Writes the stations of the chosen lists as one list, and says which details the format of the new list cannot
    /// contain.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let (found, list) = try RadioSession.run(lists: library.library) { [quiet, format, to, title] radio in
            let found = try await radio.library()
            if !quiet { SelectionFinder.remarks(found).forEach(output.say) }
            let list = try await radio.exportStations(found.stations, to: to, as: format?.format, title: title)
            return (found, list)
        }
        if let to {
            output.done("\(to): \(found.stations.count.counted("station"))")
        } else {
            OutputSink.writeAll(STDOUT_FILENO, String(decoding: list.bytes, as: UTF8.self))
        }
        if !quiet, let words = list.loss { output.say(words + ".") }
    }
}

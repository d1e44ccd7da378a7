import ArgumentParser
import Longwave

struct ImportCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports the stations of a list into your own list.",
        discussion: """
            The list may be a stations.json, M3U, PLS, XSPF, ASX or OPML file, radio-browser's JSON, PyRadio's \
            stations.csv or radiotray-ng's bookmarks.json. A station that you already have, by its directory id, its \
            id or an address, is updated and keeps its name. Other stations are added. The rest of your list does not \
            change. See \(Documents.path("CLI.md")).
            """)

    @Argument(
        help: ArgumentHelp("List to import: a file or an address; - reads standard input.", valueName: "file|url|-"),
        completion: .file())
    var list: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Changes this list (stations.json). (default: ~/.local/share/longwave/added.json)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var to: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Format of the file. (default: by the file's content)",
            valueName: ListFormatName.allCases.map(\.rawValue).joined(separator: "|")))
    var format: ListFormatName?

    @Flag(name: .long, help: "Prints what would change, and changes nothing.")
    var dryRun = false

    @Flag(name: .long, help: "Prints only errors.")
    var quiet = false

    var settings: PrintSettings { PrintSettings(isQuiet: quiet) }

    func validate() throws {
        if format != nil, StationLibrary.isRemote(list) {
            throw ValidationError("--format is only for files: leave it out for an address.")
        }
    }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let (result, path) = try OwnStations.change(to) { [list, format, dryRun] radio, path in
            (try await radio.importStations(from: list, as: format?.format, to: path, isDryRun: dryRun), path)
        }
        guard !quiet else { return }
        SelectionFinder.shortened(result.problems.map { "\(list): \($0)" }).forEach(output.say)
        OwnStations.lines(result, path, isDryRun: dryRun).forEach(CommandNotes().done)
    }
}

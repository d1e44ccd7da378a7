import ArgumentParser
import Longwave
import RadioConsole

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring the stations of a list into your own.",
        discussion: """
            The list may be a stations.json, M3U, PLS, XSPF, ASX, OPML, radio-browser's JSON, PyRadio's stations.csv or \
            radiotray-ng's bookmarks.json. A station that is known (by its id in the directory, its id, or an address) gets \
            what the list says and keeps its name; others are added. Everything else in your list stays as it is. \(Documents.path("LISTS.md")).
            """)

    @Argument(
        help: ArgumentHelp("A file or an address; - is standard input.", valueName: "file|url|-"), completion: .file())
    var list: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list (stations.json) to change, instead of ~/.local/share/longwave/added.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var to: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format of a file, where its content does not tell.",
            valueName: ListFormatName.allCases.map(\.rawValue).joined(separator: "|")))
    var format: ListFormatName?

    @Flag(name: .long, help: "Say what would change, and change nothing.")
    var dryRun = false

    @Flag(name: .long, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        if format != nil, StationLibrary.isRemote(list) {
            throw ValidationError("--format is for files: the list at an address tells its format itself.")
        }
    }

    func run() throws {
        let action = ImportAction(source: list, format: format, list: to, isDryRun: dryRun, isQuiet: quiet)
        try end(with: action.run())
    }
}

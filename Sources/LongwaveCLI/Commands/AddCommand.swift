import ArgumentParser
import Longwave

struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds stations to your own list.",
        discussion: """
            "longwave add 3" adds the third station of the last "longwave find". An id (stationuuid) is looked up in \
            the directory. An address becomes a new station, which the options describe. Other words are searched in \
            the directory and must match one station. If they match several stations, the command prints them, and \
            "longwave add NUMBER" adds one.
            """)

    @Argument(help: ArgumentHelp("Number, id, address or name of a station.", valueName: "number|id|url|words"))
    var what: [String]

    @Option(name: .long, help: ArgumentHelp("Sets the station's name.", valueName: "name"))
    var name: String?

    @Option(name: .long, help: ArgumentHelp("Sets the web page of a station added by its address.", valueName: "url"))
    var homepage: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Changes this list (stations.json). (default: ~/.local/share/longwave/added.json)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var to: String?

    @Flag(name: .long, help: "Prints what would change, and changes nothing.")
    var dryRun = false

    @OptionGroup(title: "Search, or a new station's properties") var query: DirectoryQueryOptions
    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws { try refuse(action.problem) }

    private var action: AddAction {
        AddAction(
            what: what, name: name, query: query.made(words: what), homepage: homepage, list: to, isDryRun: dryRun,
            directory: directory.directory, settings: format.settings)
    }

    func run() throws { try end(with: action.run()) }
}

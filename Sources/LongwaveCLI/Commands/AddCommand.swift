import ArgumentParser
import Longwave
import RadioConsole

struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Take stations into your own list.",
        discussion: """
            "longwave add 3" takes the third of the stations that "find" printed last; an id (stationuuid) is looked up in the \
            directory; an address is a station of your own, which the options describe; other words are looked for as by \
            "find", and must mean one station: if they mean several, these are printed, and "longwave add NUMBER" takes one.
            """)

    @Argument(help: ArgumentHelp("Numbers, ids, addresses, or words.", valueName: "number|id|url|words"))
    var what: [String]

    @Option(name: .long, help: ArgumentHelp("What you call it.", valueName: "name"))
    var name: String?

    @Option(name: .long, help: ArgumentHelp("The page of a station of your own.", valueName: "url"))
    var homepage: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list (stations.json) to change, instead of ~/.local/share/longwave/added.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var to: String?

    @Flag(name: .long, help: "Say what would change, and change nothing.")
    var dryRun = false

    @OptionGroup(title: "Which, or what it is") var query: DirectoryQueryOptions
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

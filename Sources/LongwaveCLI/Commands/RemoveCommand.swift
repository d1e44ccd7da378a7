import ArgumentParser
import Longwave

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes stations from your own list.",
        discussion: """
            The command changes only your own list. Your marks on a station (favourite, rating, play count, playlists) \
            remain. The command prints how to add the station again.
            """)

    @Argument(
        help: ArgumentHelp(
            "Station: its id, name, words of its name, or number in your list.", valueName: "station"),
        completion: StationCompletion.added)
    var stations: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Changes this list (stations.json). (default: ~/.local/share/longwave/added.json)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var from: String?

    @Flag(name: .long, help: "Prints what would change, and changes nothing.")
    var dryRun = false

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = RemoveAction(stations: stations, list: from, isDryRun: dryRun, settings: format.settings)
        try end(with: action.run())
    }
}

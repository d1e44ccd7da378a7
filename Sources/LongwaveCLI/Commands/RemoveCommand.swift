import ArgumentParser
import Longwave
import RadioConsole

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take stations that you added out of your own list again.",
        discussion: """
            Each is named by its id, its name, words of it, or its number in that list. Stations of other lists are not \
            touched. What is yours of a station (favourite, rating, how often it was heard, playlists that have it) stays, and \
            the line that is printed says how to bring the station back.
            """)

    @Argument(
        help: ArgumentHelp("Stations: ids, names, words or numbers.", valueName: "station"),
        completion: StationCompletion.added)
    var stations: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list (stations.json) to change, instead of ~/.local/share/longwave/added.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var from: String?

    @Flag(name: .long, help: "Say what would change, and change nothing.")
    var dryRun = false

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = RemoveAction(stations: stations, list: from, isDryRun: dryRun, settings: format.settings)
        try end(with: action.run())
    }
}

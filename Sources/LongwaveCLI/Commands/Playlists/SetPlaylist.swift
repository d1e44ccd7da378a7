import ArgumentParser
import Longwave

struct SetPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Creates a playlist from a query, renames a playlist, or moves it.")

    @Argument(help: "Name of the playlist.", completion: PlaylistCompletion.own) var name: String
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Selects the stations with this query. See \(Documents.path("CLI.md")).", valueName: "query"))
    var query: String?
    @Option(name: .long, help: ArgumentHelp("Gives the playlist this name.", valueName: "name")) var rename: String?
    @Option(
        name: .long,
        help: ArgumentHelp("Moves the playlist to this place among the playlists, from 1.", valueName: "number"))
    var place: Int?
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard query != nil || rename != nil || place != nil else {
            throw ValidationError("Nothing to set: use --query, --rename or --place.")
        }
        if let place, place < 1 { throw ValidationError("--place must be above 0.") }
        if let query {
            do throws(StationQueryError) { _ = try StationQuery(text: query) } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    func run() throws {
        let action = SetPlaylistAction(
            name: name, query: query, newName: rename, place: place, settings: format.settings)
        try end(with: action.run())
    }
}

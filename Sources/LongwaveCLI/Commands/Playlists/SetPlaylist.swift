import ArgumentParser
import Longwave
import RadioConsole

struct SetPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Make one that a query answers, give one another name or place.")

    @Argument(help: "Its name.", completion: PlaylistCompletion.own) var name: String
    @Option(
        name: .long,
        help: ArgumentHelp("What its stations are: \(Documents.path("LIBRARY.md")).", valueName: "query"))
    var query: String?
    @Option(name: .long, help: ArgumentHelp("Another name.", valueName: "name")) var rename: String?
    @Option(name: .long, help: ArgumentHelp("Its place among the playlists, from 1.", valueName: "number")) var place:
        Int?
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard query != nil || rename != nil || place != nil else {
            throw ValidationError("Nothing to set: name --query, --rename or --place.")
        }
        if let place, place < 1 { throw ValidationError("--place needs a number above 0.") }
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

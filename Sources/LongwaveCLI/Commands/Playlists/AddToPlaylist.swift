import ArgumentParser
import Longwave

struct AddToPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds stations to the end of a playlist, and creates the playlist if needed.")

    @Argument(help: "Name of the playlist.", completion: PlaylistCompletion.own) var name: String
    @Argument(
        help: ArgumentHelp("Station: its id, name or words of its name.", valueName: "station"),
        completion: StationCompletion.kind)
    var stations: [String]
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = AddToPlaylistAction(
            name: name, stations: stations, libraries: library.library, settings: format.settings)
        try end(with: action.run())
    }
}

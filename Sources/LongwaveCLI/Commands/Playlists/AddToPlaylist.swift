import ArgumentParser
import Longwave
import RadioConsole

struct AddToPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put stations at its end; it is made where there is none.")

    @Argument(help: "Its name.", completion: PlaylistCompletion.own) var name: String
    @Argument(
        help: ArgumentHelp("Stations: ids, names or words.", valueName: "station"), completion: StationCompletion.kind)
    var stations: [String]
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = AddToPlaylistAction(
            name: name, stations: stations, libraries: library.library, settings: format.settings)
        try end(with: action.run())
    }
}

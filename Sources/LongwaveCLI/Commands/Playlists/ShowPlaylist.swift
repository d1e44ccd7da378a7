import ArgumentParser
import Longwave

struct ShowPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Lists the stations of a playlist, in its order.",
        discussion: "\"longwave playlists remove\" accepts the numbers that this command prints.")

    @Argument(help: "Name of the playlist.", completion: PlaylistCompletion.all) var name: String
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = ShowPlaylistAction(name: name, libraries: library.library, settings: format.settings)
        try end(with: action.run())
    }
}

import ArgumentParser
import Longwave
import RadioConsole

struct ShowPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The stations of one, in its order.",
        discussion: "Their numbers are their places in it, which \"longwave playlists remove\" takes.")

    @Argument(help: "Its name.", completion: PlaylistCompletion.all) var name: String
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = ShowPlaylistAction(name: name, libraries: library.library, settings: format.settings)
        try end(with: action.run())
    }
}

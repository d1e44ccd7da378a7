import ArgumentParser
import Longwave

struct ListPlaylists: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists all playlists.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: ListPlaylistsAction(settings: format.settings).run()) }
}

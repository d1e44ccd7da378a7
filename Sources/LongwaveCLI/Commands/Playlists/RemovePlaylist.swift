import ArgumentParser
import Longwave

struct RemovePlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes stations from a playlist, or deletes the playlist.",
        discussion: """
            "longwave playlists show" prints the places. Without a place the command asks, and then deletes the whole \
            playlist.
            """)

    @Argument(help: "Name of the playlist.", completion: PlaylistCompletion.own) var name: String
    @Argument(
        help: ArgumentHelp("Place of a station in the playlist, from 1.", valueName: "place"))
    var places: [Int] = []
    @Flag(name: .long, help: "Deletes the playlist without asking.") var yes = false
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = RemovePlaylistAction(name: name, places: places, isSure: yes, settings: format.settings)
        try end(with: action.run())
    }
}

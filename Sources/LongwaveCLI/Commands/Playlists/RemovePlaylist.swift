import ArgumentParser
import Longwave
import RadioConsole

struct RemovePlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take stations out of one, or all of it away.",
        discussion: """
            The places are those that "longwave playlists show" prints. Without any the playlist itself is deleted, after a \
            question.
            """)

    @Argument(help: "Its name.", completion: PlaylistCompletion.own) var name: String
    @Argument(
        help: ArgumentHelp("Places in it, from 1; without one the playlist itself goes.", valueName: "place"))
    var places: [Int] = []
    @Flag(name: .long, help: "Delete a playlist without a question.") var yes = false
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let action = RemovePlaylistAction(name: name, places: places, isSure: yes, settings: format.settings)
        try end(with: action.run())
    }
}

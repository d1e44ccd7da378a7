import ArgumentParser
import Longwave

struct ShowPlaylist: Command {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Lists the stations of a playlist, in its order.",
        discussion: "\"longwave playlists remove\" accepts the numbers that this command prints.")

    @Argument(help: "Name of the playlist.", completion: PlaylistCompletion.all) var name: String
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        var items = try RadioSession.run(lists: library.library) { [name] radio in
            let all = try await radio.playlists()
            guard let place = all.place(of: name) else {
                throw RadioError.noPlaylist(name, known: all.map(\.name))
            }
            return try await radio.items(of: all[place])
        }
        for place in items.indices { items[place].number = place + 1 }
        if !settings.isQuiet { output.list { StationPrinter(charset: output.charset, width: $1).text(items, $0) } }
    }
}

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
        let reader = LibraryReader(asked: library.library).personal
        let answer = try reader.answer()
        do throws(RadioError) {
            let playlist = try PlaylistNames.named(name, at: reader.playlists).get()
            var items = try SelectionFinder.items(of: playlist, in: try answer.get())
            for place in items.indices { items[place].number = place + 1 }
            if !settings.isQuiet { output.list { StationPrinter(charset: output.charset, width: $1).text(items, $0) } }
        } catch { throw CommandFailure(error) }
    }
}

import ArgumentParser
import Longwave

struct AddToPlaylist: Command {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds stations to the end of a playlist, and creates the playlist if needed.")

    @Argument(help: "Name of the playlist.", completion: PlaylistCompletion.own) var name: String
    @Argument(
        help: ArgumentHelp("Station: its id, name or words of its name.", valueName: "station"),
        completion: StationCompletion.kind)
    var stations: [String]
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    /// Appends the stations to the playlist, which is created if it does not exist.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let list = try RadioSession.run(lists: library.library) { try await $0.library() }
        var items: [LibraryItem] = []
        for station in stations { items.append(try SelectionFinder.item(station, in: list).forCommand.get()) }
        let words = try PlaylistFile.change { [items, name] (playlists) throws(CommandFailure) in
            guard let place = playlists.place(of: name) else {
                playlists.append(StationPlaylist(name: name, items: items))
                return "\(name): new, \(items.count.counted("station"))"
            }
            guard playlists[place].append(items), let count = playlists[place].count else {
                throw CommandFailure(
                    code: .usage, sentence: "\"\(name)\" is a query: single stations cannot be added to it.")
            }
            return "\(playlists[place].name): \(items.count) added, \(count.counted("station"))"
        }
        output.done(words)
    }
}

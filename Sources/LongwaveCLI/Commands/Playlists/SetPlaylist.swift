import ArgumentParser
import Longwave

struct SetPlaylist: Command {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Creates a playlist from a query, renames a playlist, or moves it.")

    @Argument(help: "Name of the playlist.", completion: PlaylistCompletion.own) var name: String
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Selects the stations with this query. See \(Documents.path("CLI.md")).", valueName: "query"))
    var query: String?
    @Option(name: .long, help: ArgumentHelp("Gives the playlist this name.", valueName: "name")) var rename: String?
    @Option(
        name: .long,
        help: ArgumentHelp("Moves the playlist to this place among the playlists, from 1.", valueName: "number"))
    var place: Int?
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard query != nil || rename != nil || place != nil else {
            throw ValidationError("Nothing to set: use --query, --rename or --place.")
        }
        if let place, place < 1 { throw ValidationError("--place must be above 0.") }
        if let query {
            do throws(StationQueryError) { _ = try StationQuery(text: query) } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    var settings: PrintSettings { format.settings }

    /// Changes the playlist's query, name and position. If the playlist does not exist and ``query`` is not nil,
    /// creates the playlist.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let before = try PlaylistFile.change { [name, query, rename, place] (playlists) throws(CommandFailure) in
            if playlists.place(of: name) == nil, query != nil {
                playlists.append(StationPlaylist(name: name))
            }
            let found = try PlaylistFile.existing(name, in: playlists)
            let before = playlists[found].name
            if let rename, rename != before, playlists.contains(where: { $0.name == rename }) {
                throw PlaylistFile.problem("Playlist \"\(rename)\" already exists.")
            }
            if let query { playlists[found].query = query }
            if let rename { playlists[found].name = rename }
            if let place { playlists.insert(playlists.remove(at: found), at: min(place - 1, playlists.count)) }
            return before
        }
        output.done(words(before))
    }

    /// Returns the changes in words, after the playlist's current name. `before` is the playlist's name before the
    /// change.
    private func words(_ before: String) -> String {
        let parts = [
            rename.map { _ in "was \"\(before)\"" }, query.map { "query \($0)" }, place.map { "place \($0)" },
        ]
        return "\(rename ?? before): " + parts.compactMap(\.self).joined(separator: ", ")
    }
}

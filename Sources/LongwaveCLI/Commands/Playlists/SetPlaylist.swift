import ArgumentParser
import Longwave

struct SetPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Make one that a query answers, give one another name or place.")

    @Argument(help: "Its name.", completion: PlaylistCompletion.own) var name: String
    @Option(
        name: .long,
        help: ArgumentHelp("What its stations are: \(Documents.path("LIBRARY.md")).", valueName: "query"))
    var query: String?
    @Option(name: .long, help: ArgumentHelp("Another name.", valueName: "name")) var rename: String?
    @Option(name: .long, help: ArgumentHelp("Its place among the playlists, from 1.", valueName: "number")) var place:
        Int?
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        guard query != nil || rename != nil || place != nil else {
            throw ValidationError("Nothing to set: name --query, --rename or --place.")
        }
        if let place, place < 1 { throw ValidationError("--place needs a number above 0.") }
        if let query {
            do throws(StationQueryError) { _ = try StationQuery(text: query) } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        try PlaylistFile(output: output).change { (playlists) throws(CommandFailure) in
            if PlaylistNames.place(of: name, in: playlists) == nil, query != nil {
                playlists.append(StationPlaylist(name: name, content: .stations([])))
            }
            let found = try PlaylistFile.existing(name, in: playlists)
            let before = playlists[found].name
            if let rename, rename != before, playlists.contains(where: { $0.name == rename }) {
                throw PlaylistFile.problem("There is a playlist \"\(rename)\" already.")
            }
            if let query { playlists[found].content = .query(query) }
            if let rename { playlists[found].name = rename }
            if let place { playlists.insert(playlists.remove(at: found), at: min(place - 1, playlists.count)) }
            return words(before)
        }
    }

    /// What was set.
    private func words(_ before: String) -> String {
        let parts = [
            rename.map { _ in "was \"\(before)\"" }, query.map { "query \($0)" }, place.map { "place \($0)" },
        ]
        return "\(rename ?? before): " + parts.compactMap(\.self).joined(separator: ", ")
    }
}

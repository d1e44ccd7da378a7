import Longwave

/// The command `longwave playlists set`.
public struct SetPlaylistAction {
    let name: String
    /// The query that finds the playlist's stations; nil to keep the content.
    let query: String?
    let newName: String?
    /// The playlist's new place among the playlists, counted from 1; nil to keep the place.
    let place: Int?
    let settings: PrintSettings

    public init(name: String, query: String?, newName: String?, place: Int?, settings: PrintSettings) {
        self.name = name
        self.query = query
        self.newName = newName
        self.place = place
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(set) }

    /// Changes the playlist's query, name and place. If the playlist does not exist and a query is given, creates it.
    private func set(_ output: ReportOutput) throws(CommandFailure) {
        try PlaylistFile(output: output).change { (playlists) throws(CommandFailure) in
            if PlaylistNames.place(of: name, in: playlists) == nil, query != nil {
                playlists.append(StationPlaylist(name: name, content: .stations([])))
            }
            let found = try PlaylistFile.existing(name, in: playlists)
            let before = playlists[found].name
            if let newName, newName != before, playlists.contains(where: { $0.name == newName }) {
                throw PlaylistFile.problem("Playlist \"\(newName)\" already exists.")
            }
            if let query { playlists[found].content = .query(query) }
            if let newName { playlists[found].name = newName }
            if let place { playlists.insert(playlists.remove(at: found), at: min(place - 1, playlists.count)) }
            return words(before)
        }
    }

    /// Returns the changes in words.
    private func words(_ before: String) -> String {
        let parts = [
            newName.map { _ in "was \"\(before)\"" }, query.map { "query \($0)" }, place.map { "place \($0)" },
        ]
        return "\(newName ?? before): " + parts.compactMap(\.self).joined(separator: ", ")
    }
}

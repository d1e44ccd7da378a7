import Longwave

/// The command `longwave playlists set`: creates a playlist with a query, or changes a playlist's query, name or
/// position.
struct SetPlaylistAction {
    let name: String
    /// The query that finds the playlist's stations; nil to leave the playlist's content unchanged.
    let query: String?
    let newName: String?
    /// The playlist's new position among the playlists, counted from 1; nil to leave the position unchanged.
    let place: Int?
    let settings: PrintSettings

    init(name: String, query: String?, newName: String?, place: Int?, settings: PrintSettings) {
        self.name = name
        self.query = query
        self.newName = newName
        self.place = place
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(set) }

    /// Changes the playlist's query, name and position. If the playlist does not exist and ``query`` is not nil,
    /// creates the playlist.
    private func set(_ output: ReportOutput) throws(CommandFailure) {
        try PlaylistFile(output: output).change { (playlists) throws(CommandFailure) in
            if PlaylistNames.place(of: name, in: playlists) == nil, query != nil {
                playlists.append(StationPlaylist(name: name))
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

    /// Returns the changes in words, after the playlist's current name. `before` is the playlist's name before the
    /// change.
    private func words(_ before: String) -> String {
        let parts = [
            newName.map { _ in "was \"\(before)\"" }, query.map { "query \($0)" }, place.map { "place \($0)" },
        ]
        return "\(newName ?? before): " + parts.compactMap(\.self).joined(separator: ", ")
    }
}

import Longwave

/// The command `longwave playlists remove`: deletes a playlist, or removes stations from it.
struct RemovePlaylistAction {
    let name: String
    /// The positions in the playlist of the stations to remove, counted from 1; if empty, the playlist itself is
    /// deleted.
    let places: [Int]
    /// Whether the playlist is deleted without asking for consent.
    let isSure: Bool
    let settings: PrintSettings

    init(name: String, places: [Int], isSure: Bool, settings: PrintSettings) {
        self.name = name
        self.places = places
        self.isSure = isSure
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(remove) }

    /// Removes the stations at ``places`` from the playlist. If ``places`` is empty, deletes the playlist.
    private func remove(_ output: ReportOutput) throws(CommandFailure) {
        let file = PlaylistFile(output: output)
        if places.isEmpty, !isSure { try confirm(file) }
        try file.change { (playlists) throws(CommandFailure) in
            let found = try PlaylistFile.existing(name, in: playlists)
            let name = playlists[found].name
            guard !places.isEmpty else {
                playlists.remove(at: found)
                return "\(name): deleted"
            }
            guard let count = playlists[found].count else {
                throw PlaylistFile.problem("\"\(name)\" is a query: single stations cannot be removed from it.")
            }
            if let wrong = places.first(where: { !(0..<count).contains($0 - 1) }) {
                throw PlaylistFile.problem("\"\(name)\" has no place \(wrong).")
            }
            let removed = Set(places.map { $0 - 1 })
            playlists[found].remove(at: removed)
            return "\(name): \(removed.count) removed, \((count - removed.count).counted("station")) left"
        }
    }

    /// Asks whether to delete the playlist. Throws if the person refuses or cannot be asked.
    private func confirm(_ file: PlaylistFile) throws(CommandFailure) {
        let playlists = try file.playlists()
        let playlist = playlists[try PlaylistFile.existing(name, in: playlists)]
        let content =
            switch playlist.content {
            case .stations(let records): records.count.counted("station")
            case .query(let text): "query \(text)"
            }
        guard Question.canBeAsked else {
            throw CommandFailure(
                code: .usage,
                sentence:
                    "Playlist \"\(playlist.name)\" (\(content)): use --yes to delete it without asking."
            )
        }
        guard !Question.ask("Delete the playlist \"\(playlist.name)\" (\(content))?") else { return }
        file.output.say("nothing was deleted")
        throw CommandFailure(.nothingChosen)
    }
}

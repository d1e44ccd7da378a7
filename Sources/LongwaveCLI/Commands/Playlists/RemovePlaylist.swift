import ArgumentParser
import Longwave

struct RemovePlaylist: Command {
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

    var settings: PrintSettings { format.settings }

    /// Removes the stations at ``places`` from the playlist. If ``places`` is empty, deletes the playlist.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        if places.isEmpty, !yes { try confirm(output) }
        let words = try PlaylistFile.change { [name, places] (playlists) throws(CommandFailure) in
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
        output.done(words)
    }

    /// Asks whether to delete the playlist. Throws if the person refuses or cannot be asked.
    private func confirm(_ output: ReportOutput) throws(CommandFailure) {
        let playlists = try PlaylistFile.change { $0 }
        let playlist = playlists[try PlaylistFile.existing(name, in: playlists)]
        let content = playlist.query.map { "query \($0)" } ?? (playlist.count ?? 0).counted("station")
        guard Question.canBeAsked else {
            throw CommandFailure(
                code: .usage,
                sentence:
                    "Playlist \"\(playlist.name)\" (\(content)): use --yes to delete it without asking."
            )
        }
        guard !Question.ask("Delete the playlist \"\(playlist.name)\" (\(content))?") else { return }
        output.say("nothing was deleted")
        throw CommandFailure(.nothingChosen)
    }
}

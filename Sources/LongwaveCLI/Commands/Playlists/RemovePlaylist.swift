import ArgumentParser
import Longwave

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
        let output = ReportOutput(format: format)
        let file = PlaylistFile(output: output)
        if places.isEmpty, !yes { try confirm(file) }
        try file.change { (playlists) throws(CommandFailure) in
            let found = try PlaylistFile.existing(name, in: playlists)
            let name = playlists[found].name
            guard !places.isEmpty else {
                playlists.remove(at: found)
                return "\(name): deleted"
            }
            guard case .stations(let records) = playlists[found].content else {
                throw PlaylistFile.problem("\"\(name)\" is answered by a query.")
            }
            if let wrong = places.first(where: { !records.indices.contains($0 - 1) }) {
                throw PlaylistFile.problem("\"\(name)\" has no place \(wrong).")
            }
            let rest = records.enumerated().filter { !places.contains($0.offset + 1) }.map(\.element)
            playlists[found].content = .stations(rest)
            return "\(name): \(records.count - rest.count) removed, \(PlaylistFile.stations(rest.count)) left"
        }
    }

    /// Ends the command where the playlist is not to be deleted.
    private func confirm(_ file: PlaylistFile) throws {
        let playlists = try file.playlists()
        let playlist: StationPlaylist
        do throws(CommandFailure) {
            playlist = playlists[try PlaylistFile.existing(name, in: playlists)]
        } catch { throw file.output.fail(error) }
        let content =
            switch playlist.content {
            case .stations(let records): PlaylistFile.stations(records.count)
            case .query(let text): "query \(text)"
            }
        guard Question.canBeAsked else {
            throw file.output.fail(
                .usage, "The playlist \"\(playlist.name)\" (\(content)) is deleted without a question only with --yes.")
        }
        guard !Question.ask("Delete the playlist \"\(playlist.name)\" (\(content))?") else { return }
        file.output.say("nothing was deleted")
        throw ArgumentParser.ExitCode(ExitCode.nothingChosen.rawValue)
    }
}

import ArgumentParser
import Longwave

struct RemovePlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take stations out of one, or all of it away.")

    @Argument(help: "Its name.") var name: String
    @Argument(
        help: ArgumentHelp("Places in it, from 1; without one the playlist itself goes.", valueName: "place"))
    var places: [Int] = []
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        try PlaylistFile(output: output).change { playlists in
            do throws(CommandFailure) {
                let found = try PlaylistFile.place(of: name, in: playlists).get()
                guard !places.isEmpty else {
                    playlists.remove(at: found)
                    return nil
                }
                guard case .stations(let records) = playlists[found].content else {
                    return PlaylistFile.problem("\"\(name)\" is answered by a query.")
                }
                if let wrong = places.first(where: { !records.indices.contains($0 - 1) }) {
                    return PlaylistFile.problem("\"\(name)\" has no place \(wrong).")
                }
                let rest = records.enumerated().filter { !places.contains($0.offset + 1) }.map(\.element)
                playlists[found].content = .stations(rest)
                return nil
            } catch { return error }
        }
    }
}

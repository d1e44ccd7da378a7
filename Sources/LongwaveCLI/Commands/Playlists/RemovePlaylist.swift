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
        let file = PlaylistFile(output: output)
        let store = try file.open()
        var problem: String?
        do throws(StorageError) {
            try store.change { playlists in
                guard let found = playlists.firstIndex(where: { $0.name == name }) else {
                    return problem = "There is no playlist \"\(name)\" of yours."
                }
                guard !places.isEmpty else {
                    playlists.remove(at: found)
                    return
                }
                guard case .stations(let records) = playlists[found].content else {
                    return problem = "\"\(name)\" is answered by a query."
                }
                if let wrong = places.first(where: { !(1...max(records.count, 1)).contains($0) || records.isEmpty }) {
                    return problem = "\"\(name)\" has no place \(wrong)."
                }
                let rest = records.enumerated().filter { !places.contains($0.offset + 1) }.map(\.element)
                playlists[found].content = .stations(rest)
            }
        } catch { throw file.failure(error) }
        if let problem { throw output.fail(.notPlayable, problem) }
    }
}

import ArgumentParser
import Longwave

struct AddToPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put stations at its end; it is made where there is none.")

    @Argument(help: "Its name.") var name: String
    @Argument(
        help: ArgumentHelp("Stations: ids, names or words.", valueName: "station"), completion: StationCompletion.kind)
    var stations: [String]
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        let answer = try library.reader.personal.loadNow()
        var records: [ListenerRecord] = []
        do throws(CommandFailure) {
            let list = try answer.get()
            for station in stations {
                records.append(ListenerRecord(entry: try ProgrammeFinder.item(station, in: list).get()))
            }
        } catch { throw output.fail(error) }
        try PlaylistFile(output: output).change { playlists in
            guard let place = playlists.firstIndex(where: { $0.name == name }) else {
                playlists.append(StationPlaylist(name: name, content: .stations(records)))
                return nil
            }
            switch playlists[place].content {
            case .stations(let before): playlists[place].content = .stations(before + records)
            case .query:
                return CommandFailure(
                    code: .usage, sentence: "\"\(name)\" is answered by a query; nothing can be added to it.")
            }
            return nil
        }
    }
}

import ArgumentParser
import Longwave

struct AddToPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put stations at its end; it is made where there is none.")

    @Argument(help: "Its name.", completion: PlaylistCompletion.own) var name: String
    @Argument(
        help: ArgumentHelp("Stations: ids, names or words.", valueName: "station"), completion: StationCompletion.kind)
    var stations: [String]
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        let answer = try library.reader.personal.loadNow()
        var records: [ListenerRecord] = []
        do throws(RadioError) {
            let list = try answer.get()
            for station in stations {
                records.append(ListenerRecord(entry: try ProgrammeFinder.item(station, in: list).get()))
            }
        } catch { throw output.fail(error) }
        try PlaylistFile(output: output).change { (playlists) throws(CommandFailure) in
            guard let place = PlaylistNames.place(of: name, in: playlists) else {
                playlists.append(StationPlaylist(name: name, content: .stations(records)))
                return "\(name): new, \(PlaylistFile.stations(records.count))"
            }
            guard case .stations(let before) = playlists[place].content else {
                throw CommandFailure(
                    code: .usage, sentence: "\"\(name)\" is answered by a query; nothing can be added to it.")
            }
            playlists[place].content = .stations(before + records)
            let count = PlaylistFile.stations(before.count + records.count)
            return "\(playlists[place].name): \(records.count) added, \(count)"
        }
    }
}

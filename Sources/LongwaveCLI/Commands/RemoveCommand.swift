import ArgumentParser
import Glibc
import Longwave

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take stations that you added out of your own list again.",
        discussion: """
            Each is named by its id, its name, words of it, or its number in that list. Stations of other lists are not \
            touched. What is yours of a station (favourite, rating, how often it was heard, playlists that have it) stays, and \
            the line that is printed says how to bring the station back.
            """)

    @Argument(
        help: ArgumentHelp("Stations: ids, names, words or numbers.", valueName: "station"),
        completion: StationCompletion.added)
    var stations: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The list (stations.json) to change, instead of ~/.local/share/longwave/added.json.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var from: String?

    @Flag(name: .long, help: "Say what would change, and change nothing.")
    var dryRun = false

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        do throws(CommandFailure) {
            let list = try OwnList(from)
            let found = try find(in: list)
            if !dryRun { try list.remove(found) }
            for station in found {
                let done = dryRun ? "would be removed" : "removed"
                output.done("\(done): \(station.name)\(back(station, output.charset))")
            }
        } catch { throw output.fail(error) }
    }

    private func find(in list: OwnList) throws(CommandFailure) -> [Station] {
        let library: StationLibrary
        do throws(StationLibraryError) { library = try StationLibrary.load(file: list.path) } catch {
            switch error {
            case .noSuchFile, .noStations:
                let sentence = "There is nothing to remove: \(list.path) has no station."
                throw CommandFailure(code: .notPlayable, sentence: sentence)
            case _: throw CommandFailure(error)
            }
        }
        var found: [Station] = []
        for name in stations {
            do throws(CommandFailure) {
                let station = try ProgrammeFinder.item(name, in: library).forCommand.get().station
                if !found.contains(station) { found.append(station) }
            } catch {
                let hint = "Only stations of \(list.path) can be removed: longwave list --library shows them."
                throw CommandFailure(code: error.code, sentence: error.sentence, hints: error.hints + [hint])
            }
        }
        return found
    }

    /// How to get it again: a command that may be copied whatever the station is called.
    private func back(_ station: Station, _ charset: TerminalCharset) -> String {
        let clean = Sanitiser(charset: charset)
        func quoted(_ text: String) -> String { "'" + clean(text).replacing("'", with: "'\\''") + "'" }
        let what = [station.directoryID, station.urls.first].compactMap(\.self).first ?? ""
        let name = station.directoryID == nil ? " --name \(quoted(station.name))" : ""
        let list = from.map { " --to \(quoted($0))" } ?? ""
        return "; to bring it back: longwave add \(quoted(what))\(name)\(list)"
    }
}

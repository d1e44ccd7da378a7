import ArgumentParser
import LongwaveTerminal

struct RemoveCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes stations from your own list.",
        discussion: """
            The command changes only your own list. Your marks on a station (favourite, rating, play count, playlists) \
            remain. The command prints how to add the station again.
            """)

    @Argument(
        help: ArgumentHelp(
            "Station: its id, name, words of its name, or number in your list.", valueName: "station"),
        completion: StationCompletion.added)
    var stations: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Changes this list (stations.json). (default: ~/.local/share/longwave/added.json)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var from: String?

    @Flag(name: .long, help: "Prints what would change, and changes nothing.")
    var dryRun = false

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let found = try OwnStations.change(from) { [stations, dryRun] radio, path in
            let found = try Self.find(stations, in: path)
            if !dryRun { try await radio.remove(found, from: path) }
            return found
        }
        for station in found {
            let done = dryRun ? "would be removed" : "removed"
            output.done("\(done): \(station.name)\(back(station, output.charset))")
        }
    }

    /// Returns the stations of the list at `path` that the command's arguments name, each station once.
    private static func find(_ names: [String], in path: String) throws(CommandFailure) -> [Station] {
        let library: StationLibrary
        do throws(StationLibraryError) { library = try StationLibrary.load(file: path) } catch {
            switch error {
            case .noSuchFile, .noStations:
                let sentence = "Nothing to remove: \(path) has no stations."
                throw CommandFailure(code: .notPlayable, sentence: sentence)
            case _: throw CommandFailure(error)
            }
        }
        var found: [Station] = []
        for name in names {
            do throws(CommandFailure) {
                let station = try SelectionFinder.item(name, in: library).forCommand.get().station
                if !found.contains(station) { found.append(station) }
            } catch {
                let hint = "Only stations of \(path) can be removed: \"longwave list --library \(path)\" lists them."
                throw CommandFailure(code: error.code, sentence: error.sentence, hints: error.hints + [hint])
            }
        }
        return found
    }

    /// Returns a hint with the shell command that adds the station again. The station's name is quoted, so that no
    /// shell runs a part of it as a command.
    private func back(_ station: Station, _ charset: TerminalCharset) -> String {
        let clean = Sanitiser(charset: charset)
        func quoted(_ text: String) -> String { "'" + clean(text).replacing("'", with: "'\\''") + "'" }
        let what = [station.directoryID, station.urls.first].compactMap(\.self).first ?? ""
        let name = station.directoryID == nil ? " --name \(quoted(station.name))" : ""
        let list = from.map { " --to \(quoted($0))" } ?? ""
        return "; to add it again: longwave add \(quoted(what))\(name)\(list)"
    }
}

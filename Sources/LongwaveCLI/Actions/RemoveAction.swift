import LongwaveTerminal

/// The command `longwave remove`: removes stations from one of the listener's own station lists.
struct RemoveAction {
    let stations: [String]
    /// The path of the station list to change; nil for the list of the stations that the listener added.
    let list: String?
    let isDryRun: Bool
    let settings: PrintSettings

    init(stations: [String], list: String?, isDryRun: Bool, settings: PrintSettings) {
        self.stations = stations
        self.list = list
        self.isDryRun = isDryRun
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(remove) }

    private func remove(_ output: ReportOutput) throws(CommandFailure) {
        let list = try OwnList(list)
        let found = try find(in: list)
        if !isDryRun { try list.changing { (list) throws(StationLibraryError) in try list.remove(found) } }
        for station in found {
            let done = isDryRun ? "would be removed" : "removed"
            output.done("\(done): \(station.name)\(back(station, output.charset))")
        }
    }

    /// Returns the stations in `list` that the command's arguments name, each station once.
    private func find(in list: OwnList) throws(CommandFailure) -> [Station] {
        let library: StationLibrary
        do throws(StationLibraryError) { library = try StationLibrary.load(file: list.path) } catch {
            switch error {
            case .noSuchFile, .noStations:
                let sentence = "Nothing to remove: \(list.path) has no stations."
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
                let path = list.path
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
        let list = list.map { " --to \(quoted($0))" } ?? ""
        return "; to add it again: longwave add \(quoted(what))\(name)\(list)"
    }
}

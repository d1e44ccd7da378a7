import Longwave

/// The command `longwave playlists add`: appends stations to one of the listener's playlists.
struct AddToPlaylistAction {
    let name: String
    let stations: [String]
    let libraries: [String]
    let settings: PrintSettings

    init(name: String, stations: [String], libraries: [String], settings: PrintSettings) {
        self.name = name
        self.stations = stations
        self.libraries = libraries
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(add) }

    /// Appends the stations to the playlist, which is created if it does not exist.
    private func add(_ output: ReportOutput) throws(CommandFailure) {
        let list = try LibraryReader(asked: libraries).personal.loaded()
        var items: [LibraryItem] = []
        for station in stations { items.append(try ProgrammeFinder.item(station, in: list).forCommand.get()) }
        try PlaylistFile(output: output).change { (playlists) throws(CommandFailure) in
            guard let place = PlaylistNames.place(of: name, in: playlists) else {
                playlists.append(StationPlaylist(name: name, items: items))
                return "\(name): new, \(items.count.counted("station"))"
            }
            guard playlists[place].append(items), let count = playlists[place].count else {
                throw CommandFailure(
                    code: .usage, sentence: "\"\(name)\" is a query: single stations cannot be added to it.")
            }
            return "\(playlists[place].name): \(items.count) added, \(count.counted("station"))"
        }
    }
}

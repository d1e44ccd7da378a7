import Longwave

/// The command `longwave playlists show`: prints the stations of a playlist.
struct ShowPlaylistAction {
    let name: String
    let libraries: [String]
    let settings: PrintSettings

    init(name: String, libraries: [String], settings: PrintSettings) {
        self.name = name
        self.libraries = libraries
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(show) }

    private func show(_ output: ReportOutput) throws(CommandFailure) {
        let reader = LibraryReader(asked: libraries).personal
        let answer = try reader.answer()
        do throws(RadioError) {
            let playlist = try PlaylistNames.named(name, at: reader.playlists).get()
            var items = try ProgrammeFinder.items(of: playlist, in: try answer.get())
            for place in items.indices { items[place].number = place + 1 }
            if !settings.isQuiet { output.list { StationPrinter(charset: output.charset, width: $1).text(items, $0) } }
        } catch { throw CommandFailure(error) }
    }
}

import Longwave

/// The command `longwave playlists list`: prints all playlists, each with its query or its number of stations.
struct ListPlaylistsAction {
    let settings: PrintSettings

    init(settings: PrintSettings) {
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(list) }

    /// Prints each playlist with its query or its number of stations.
    private func list(_ output: ReportOutput) throws(CommandFailure) {
        let path = ListenerStore.usualPath(environment: Environment.folders)
        let all: [StationPlaylist]
        do throws(StorageError) { all = try PlaylistNames.all(at: path) } catch {
            throw CommandFailure(RadioError.listener(error))
        }
        let document = Self.document(all)
        if !settings.isQuiet { output.list { document.text($0, charset: output.charset, width: $1) } }
    }

    static func document(_ all: [StationPlaylist]) -> ListDocument {
        let rows = all.map { playlist in
            switch playlist.content {
            case .stations(let records): [playlist.name, "stations", String(records.count), ""]
            case .query(let text): [playlist.name, "query", "", text]
            }
        }
        let columns = ["name", "kind", "stations", "query"]
        return ListDocument(
            name: "playlist", objects: all.map(StationJSON.json), columns: columns, rows: rows, tableColumns: columns,
            tableRows: rows)
    }
}

import ArgumentParser
import Longwave

struct ListPlaylists: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists all playlists.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    /// Prints each playlist with its query or its number of stations.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let document = Self.document(try RadioSession.run { try await $0.playlists() })
        if !settings.isQuiet { output.list { document.text($0, charset: output.charset, width: $1) } }
    }

    static func document(_ all: [StationPlaylist]) -> ListDocument {
        let rows = all.map { playlist in
            [
                playlist.name, playlist.query == nil ? "stations" : "query", playlist.count.map(String.init) ?? "",
                playlist.query ?? "",
            ]
        }
        let columns = ["name", "kind", "stations", "query"]
        return ListDocument(
            name: "playlist", objects: all.map(StationJSON.json), columns: columns, rows: rows, tableColumns: columns,
            tableRows: rows)
    }
}

import ArgumentParser
import Longwave

struct ListPlaylists: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Their names, and what they hold.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        let all: [StationPlaylist]
        switch PlaylistNames.all(environment: Environment.folders) {
        case .success(let playlists): all = playlists
        case .failure(let failure): throw output.fail(failure)
        }
        let rows = all.map { playlist in
            switch playlist.content {
            case .stations(let records): [playlist.name, "stations", String(records.count), ""]
            case .query(let text): [playlist.name, "query", "", text]
            }
        }
        let objects = all.map { playlist in
            switch playlist.content {
            case .stations(let records):
                JSONNode.members([
                    "name": .string(playlist.name),
                    "stations": .array(
                        records.map {
                            .members(["id": .string($0.id), "name": .string($0.name), "url": .string($0.url)])
                        }),
                ])
            case .query(let text): JSONNode.members(["name": .string(playlist.name), "query": .string(text)])
            }
        }
        let columns = ["name", "kind", "stations", "query"]
        let document = ListDocument(
            name: "playlist", objects: objects, columns: columns, rows: rows, tableColumns: columns, tableRows: rows)
        if !format.quiet { output.list { document.text($0, charset: output.charset, width: $1) } }
    }
}

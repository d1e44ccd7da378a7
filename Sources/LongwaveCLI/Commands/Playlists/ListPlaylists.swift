import ArgumentParser
import CLinux
import Glibc
import Longwave

struct ListPlaylists: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Their names, and what they hold.")

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        var own: [StationPlaylist] = []
        if let path = ListenerStore.usualPath(environment: Environment.folders), access(path, R_OK) == 0 {
            let store = try PlaylistFile(output: output).open()
            do throws(StorageError) { own = try store.playlists() } catch {
                throw PlaylistFile(output: output).failure(error)
            }
        }
        let all = PlaylistFile.all(own)
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
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        let document = ListDocument(
            name: "playlist", objects: objects, columns: columns, rows: rows, tableColumns: columns, tableRows: rows)
        let text = document.text(
            format.chosen ?? (isTerminal ? .table : .tsv), charset: output.charset,
            width: isTerminal ? Terminal().width : nil)
        if !format.quiet { OutputSink.writeAll(STDOUT_FILENO, text) }
    }
}

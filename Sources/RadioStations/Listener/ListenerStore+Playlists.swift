import RadioFormats
import RadioStorage

extension ListenerStore {
    /// Returns the listener's playlists, in the listener's order.
    package func playlists() throws(StorageError) -> [StationPlaylist] {
        var rows: [(id: Int64, playlist: StationPlaylist)] = []
        try connection.statement("SELECT id, name, query FROM playlist ORDER BY place, id LIMIT \(Self.maximumRecords)")
            .run { row in
                let content = row.text(2).map(StationPlaylist.Content.query) ?? .stations([])
                rows.append((row.key(0), StationPlaylist(name: row.text(1) ?? "", content: content)))
            }
        let entries = try connection.statement("SELECT station, name, url FROM entry WHERE playlist = ? ORDER BY place")
        for index in rows.indices {
            guard case .stations(var stations) = rows[index].playlist.content else { continue }
            try entries.run([.integer(rows[index].id)]) { row in
                stations.append(
                    ListenerRecord(id: row.text(0) ?? "", name: row.text(1) ?? "", url: row.text(2) ?? ""))
            }
            rows[index].playlist.content = .stations(stations)
        }
        return rows.map(\.playlist)
    }

    /// Stores a playlist, in one transaction. It replaces the playlist of the same name, or is added after all others.
    package func keep(_ playlist: StationPlaylist) throws(StorageError) {
        try change { (playlists: inout [StationPlaylist]) in
            if let place = playlists.firstIndex(where: { $0.name == playlist.name }) {
                playlists[place] = playlist
            } else {
                playlists.append(playlist)
            }
        }
    }

    /// Changes the playlists in one transaction, for example removes, renames or reorders them.
    ///
    /// Changes by other processes are not lost. Of two playlists with the same name the first is kept.
    /// - Returns: the result of `body`.
    @discardableResult
    package func change<Result>(_ body: (inout [StationPlaylist]) -> Result) throws(StorageError) -> Result {
        try connection.transaction { () throws(StorageError) in
            let before = try playlists()
            var after = before
            let result = body(&after)
            guard after != before else { return result }
            try connection.run("DELETE FROM playlist")
            var names: Set<String> = []
            for (place, playlist) in after.prefix(Self.maximumRecords).enumerated() {
                let name = String(playlist.name.prefix(StationPlaylist.maximumNameLength))
                guard names.insert(name).inserted else { continue }
                try insert(playlist, name: name, place: place)
            }
            return result
        }
    }

    /// Writes a playlist with its entries.
    private func insert(_ playlist: StationPlaylist, name: String, place: Int) throws(StorageError) {
        let query: String?
        let stations: [ListenerRecord]
        switch playlist.content {
        case .query(let text): (query, stations) = (text, [])
        case .stations(let records): (query, stations) = (nil, records)
        }
        try connection.statement("INSERT INTO playlist (name, place, query) VALUES (?, ?, ?)")
            .run([.text(name), .integer(Int64(place)), .optional(query)])
        let id = connection.lastRow
        let insert = try connection.statement(
            "INSERT INTO entry (playlist, place, station, name, url) VALUES (?, ?, ?, ?, ?)")
        for (place, record) in stations.prefix(StationPlaylist.maximumStations).enumerated() {
            try insert.run([
                .integer(id), .integer(Int64(place)), .text(record.id), .text(record.name), .text(record.url),
            ])
        }
    }
}

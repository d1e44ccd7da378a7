import RadioFormats
import RadioStorage

/// Fills the table of airings, which has one row per track with the values that counting needs. Tracks that an older
/// version of the program recorded are added in steps.
struct AiringLister {
    let connection: SqliteConnection

    /// Number of rows of the table of tracks that one step reads, which takes some milliseconds.
    static let maximumRows: Int64 = 1000

    func add(_ track: TrackInfo, row: Int64, start: Int64, station: String, isHeard: Bool) throws(StorageError) {
        try connection.statement(.insertAiring).run([
            .integer(start), .integer(row), .integer(SongKey.station(station)),
            .integer(SongKey.song(artist: track.artist, title: track.title, text: track.text)),
            .integer(SongKey.code(track.kind, isHeard: isHeard)),
        ])
    }

    /// Adds the next tracks that an older version of the program recorded. Returns whether there may be more such
    /// tracks.
    func step() throws(StorageError) -> Bool {
        var row: Int64 = 0
        try connection.statement(.selectUnlistedRow).run { row = $0.integer(0) }
        guard row > 0 else { return false }
        return try connection.transaction { () throws(StorageError) in
            // The position is read again inside the transaction, because another process may have done the same step
            // before.
            try connection.statement(.selectUnlistedRow).run { row = $0.integer(0) }
            var found: [(track: TrackInfo, row: Int64, start: Int64, station: String, isHeard: Bool)] = []
            try connection.statement(.selectUnlisted).run([.integer(row), .integer(Self.maximumRows)]) { row in
                let track = TrackInfo(
                    kind: TrackInfo.Kind(rawValue: row.text(6) ?? "") ?? .unknown, artist: row.text(3),
                    title: row.text(4), text: row.text(5) ?? "")
                let isHeard = row.text(7) == TitleSource.heard.rawValue
                found.append((track, row.key(0), row.integer(1), row.text(2) ?? "", isHeard))
            }
            for entry in found.reversed() {
                try add(entry.track, row: entry.row, start: entry.start, station: entry.station, isHeard: entry.isHeard)
            }
            let rest = found.count == Self.maximumRows ? max(found[found.count - 1].row - 1, 0) : 0
            try connection.statement(.keepUnlistedRow).run([.integer(rest)])
            return rest > 0
        }
    }
}

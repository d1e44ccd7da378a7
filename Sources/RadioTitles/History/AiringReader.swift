import RadioFormats
import RadioStorage

/// Reads the airings that match a query.
///
/// Airings are read from the table of airings, which is a small part of the file. They are read from the table of
/// tracks if the query contains words or tells spellings apart, or for tracks that are missing from the table of
/// airings.
struct AiringReader {
    let connection: SqliteConnection
    /// The id of the last row in the table of tracks whose track is missing from the table of airings. The tracks of
    /// all rows with higher ids are in the table of airings.
    let unlisted: Int64
    private let version: Int
    private let corrections: ClockCorrections

    init(connection: SqliteConnection, version: Int) throws(StorageError) {
        self.connection = connection
        self.version = version
        var unlisted = Int64.max
        if version > 5 {
            try connection.statement(.selectUnlistedRow).run { unlisted = $0.integer(0) }
        }
        self.unlisted = unlisted
        corrections = try ClockCorrections(connection, version: version)
    }

    /// Calls `take` for each airing that matches the query, and only once for an airing that was recorded twice.
    /// - Parameters:
    ///   - stations: numbers of the stations to include; nil for all.
    ///   - leastHeard: how long a title that a listener heard must have been heard.
    /// - Returns: the number of airings that were left out because of `leastHeard`.
    @discardableResult
    func each(
        _ query: SongQuery, stations: Set<Int64>?, leastHeard: Duration = .zero, _ take: (Airing) -> Void
    ) throws(StorageError) -> Int {
        var filter = AiringFilter()
        var short = 0
        func pass(_ airing: Airing) throws(StorageError) {
            if let stations, !stations.contains(airing.station) { return }
            if airing.isHeard, leastHeard > .zero, try heard(airing) ?? leastHeard < leastHeard {
                short += 1
                return
            }
            var failure: StorageError?
            let isNew = filter.isNew(airing) { track in
                do throws(StorageError) { return try end(of: track) } catch {
                    failure = error
                    return nil
                }
            }
            if let failure { throw failure }
            if isNew { take(airing) }
        }
        let rest = query.words.isEmpty && !query.isExact ? unlisted : .max
        if rest > 0 { try eachTrack(query, upTo: rest, pass) }
        if rest < .max { try eachListed(query, pass) }
        return short
    }

    /// Returns how long the listener heard a track; nil if the track has not ended.
    private func heard(_ airing: Airing) throws(StorageError) -> Duration? {
        guard let end = try end(of: airing.track) else { return nil }
        var unseen: Int64 = 0
        let sql =
            version < 3
            ? "SELECT unseen FROM track WHERE id = ?1"
            : "SELECT coalesce((SELECT unseen FROM ended WHERE track = ?1), (SELECT unseen FROM track WHERE id = ?1))"
        try connection.statement(sql).run([.integer(airing.track)]) { unseen = $0.integer(0) }
        return .milliseconds(end) - .milliseconds(airing.start) - .milliseconds(unseen)
    }

    private typealias Take = (Airing) throws(StorageError) -> Void

    /// Reads airings from the table of airings.
    private func eachListed(_ query: SongQuery, _ take: Take) throws(StorageError) {
        let codes = query.codes
        var failure: StorageError?
        var values: [SqliteStatement.Value] = []
        let parts: [ClockCorrections.Part?] = [nil] + corrections.parts
        let selects = parts.map { part in
            let shift = part?.shift ?? 0
            values += range(query, shift)
            return """
                SELECT start\(shift == 0 ? "" : " + \(shift)"), track, station, song, code FROM airing
                WHERE start >= ? AND start < ? AND track > \(unlisted) AND \(corrections.condition(part, id: "track"))
                """
        }
        try connection.statement(
            selects.joined(separator: " UNION ALL ")
                + (selects.count == 1 ? " ORDER BY start, track" : " ORDER BY 1, 2")
        ).each(values) { row in
            let airing = Airing(
                start: row.integer(0), track: row.key(1), station: row.key(2), song: row.key(3),
                code: row.integer(4))
            if let codes, !codes.contains(airing.code) { return true }
            do throws(StorageError) { try take(airing) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// Reads airings from the table of tracks, from the first row up to `row`.
    private func eachTrack(_ query: SongQuery, upTo row: Int64, _ take: Take) throws(StorageError) {
        var failure: StorageError?
        var values: [SqliteStatement.Value] = [.integer(row)]
        let parts: [ClockCorrections.Part?] = [nil] + corrections.parts
        let conditions = parts.map { part in
            values += range(query, part?.shift ?? 0)
            return "start >= ? AND start < ? AND \(corrections.condition(part, id: "id"))"
        }
        // Rows are read in the order of their ids, which reads the file from front to back. This is nearly the order of
        // time.
        try connection.statement(
            """
            SELECT id, start, station, artist, title, text, kind, source FROM track
            WHERE id <= ? AND (\(conditions.joined(separator: " OR "))) ORDER BY id
            """
        ).each(values) { row in
            let kind = TrackInfo.Kind(rawValue: row.text(6) ?? "") ?? .unknown
            if let kinds = query.kinds, !kinds.contains(kind) { return true }
            let (artist, title, text) = (row.text(3), row.text(4), row.text(5) ?? "")
            guard query.matches([artist, title, text]) else { return true }
            let airing = Airing(
                start: row.integer(1) &+ corrections.shift(of: row.key(0)), track: row.key(0),
                station: SongKey.station(row.text(2) ?? ""),
                song: SongKey.song(artist: artist, title: title, text: text, isExact: query.isExact),
                code: SongKey.code(kind, isHeard: row.text(7) == TitleSource.heard.rawValue))
            do throws(StorageError) { try take(airing) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// Returns the query's time range as two values, for times that are corrected by `shift` milliseconds.
    private func range(_ query: SongQuery, _ shift: Int64) -> [SqliteStatement.Value] {
        [
            .integer(query.since.map { $0.milliseconds &- shift } ?? .min),
            .integer(query.until.map { $0.milliseconds &- shift } ?? .max),
        ]
    }

    func end(of track: Int64) throws(StorageError) -> Int64? {
        var end: Int64?
        let sql =
            version < 3
            ? "SELECT end FROM track WHERE id = ?1"
            : "SELECT coalesce((SELECT end FROM ended WHERE track = ?1), (SELECT end FROM track WHERE id = ?1))"
        try connection.statement(sql).run([.integer(track)]) { row in
            end = row.integerIfAny(0)
        }
        return end.map { $0 &+ corrections.shift(of: track) }
    }
}

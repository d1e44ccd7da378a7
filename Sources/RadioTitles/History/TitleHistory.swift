import RadioFormats
import RadioJSON
import RadioStorage
import RadioText

/// Reads tracks, songs and counts from a file of titles.
///
/// Each call blocks while the disk is read. A logger that writes to the same file is not delayed.
public final class TitleHistory {
    private let connection: SqliteConnection
    private let version: Int

    /// - Throws: `StorageError` if the file is missing or is not a file of titles.
    public init(path: String) throws(StorageError) {
        do throws(StorageError) { connection = try SqliteConnection(path: path, isReadOnly: true) } catch {
            throw error.naming(path)
        }
        version = connection.version
        guard version > 0 else { throw .damaged("\(path) is not a title database") }
        try connection.refuseNewer(than: TitleSchema.steps.count)
    }

    /// Number of SQLite pages read from the file so far.
    var pagesRead: Int { connection.pagesRead }

    /// Returns the time since which the file contains all titles that stations showed, and the time since which it
    /// contains all titles that the listener heard. A time is nil if no such titles were deleted.
    public func keptSince() throws(StorageError) -> (shown: MediaTime?, heard: MediaTime?) {
        var since: (shown: MediaTime?, heard: MediaTime?) = (nil, nil)
        guard version > 1 else { return since }
        try connection.statement("SELECT use, since FROM retention WHERE since IS NOT NULL").run { row in
            let moment = MediaTime(milliseconds: row.integer(1))
            if row.text(0) == "hearing" { since.heard = moment } else { since.shown = moment }
        }
        return since
    }

    /// Calls `take` for each matching track, newest or oldest first, until `take` returns false.
    public func tracks(
        _ query: SongQuery, oldestFirst: Bool = false, _ take: (PlayedTrack) -> Bool
    ) throws(StorageError) {
        let direction = oldestFirst ? "ASC" : "DESC"
        var left = query.limit ?? .max
        guard left > 0 else { return }
        if query.isLiked { return try liked(query, direction, &left, take) }
        // If the table of airings contains all tracks, a station's tracks are found with it. This reads only a tenth of
        // the file's pages that a search in the table of tracks would read.
        let unlisted = try AiringReader(connection: connection, version: version).unlisted
        let isListed = query.station != nil && unlisted == 0
        let order = isListed ? "airing" : "track"
        let from = isListed ? "airing CROSS JOIN track ON track.id = airing.track" : "track"
        let isOld = version < 3
        // Tracks with corrected times are selected apart, because the indexes contain the times as they were recorded.
        let corrections = try ClockCorrections(connection, version: version)
        let parts: [ClockCorrections.Part?] = [nil] + corrections.parts
        var values: [SqliteStatement.Value] = []
        let selects = try parts.map { part throws(StorageError) in
            let (condition, more) = try self.condition(query, order, shift: part?.shift ?? 0)
            values += more
            let shift = part.map { " + \($0.shift)" } ?? ""
            return """
                SELECT track.station, name, \(order).start\(shift),
                \(isOld ? "track.end" : "coalesce(ended.end, track.end)")\(shift),
                \(isOld ? "track.unseen" : "coalesce(ended.unseen, open.unseen, track.unseen)"), utc_offset, kind, artist,
                title, text, album, length, artwork, link, charset, raw, source, track.id FROM \(from)
                JOIN station ON station.id = track.station
                \(isOld ? "" : "LEFT JOIN ended ON ended.track = track.id LEFT JOIN open ON open.track = track.id")
                WHERE \(condition) AND \(corrections.condition(part, id: "track.id"))
                """
        }
        let sorted =
            selects.count == 1
            ? "\(order).start \(direction), track.id \(direction)" : "3 \(direction), 18 \(direction)"
        try connection.statement(selects.joined(separator: " UNION ALL ") + " ORDER BY " + sorted)
            .each(values) { row in
                guard query.matches([row.text(7), row.text(8), row.text(9)]) else { return true }
                left -= 1
                return take(Self.track(row)) && left > 0
            }
    }

    /// Calls `take` for each liked song that matches the query.
    private func liked(
        _ query: SongQuery, _ direction: String, _ left: inout Int, _ take: (PlayedTrack) -> Bool
    ) throws(StorageError) {
        guard version > 3 else { return }
        let ids = try query.station.map { name throws(StorageError) in
            Set(try stations(named: name, in: "SELECT DISTINCT station, name FROM liked"))
        }
        try connection.statement(
            """
            SELECT station, name, start, NULL, 0, utc_offset, kind, artist, title, text, album, length, artwork, link,
            charset, raw, 'heard' FROM liked WHERE start >= ? AND start < ? ORDER BY start \(direction), id \(direction)
            """
        ).each([
            .integer(query.since?.milliseconds ?? .min), .integer(query.until?.milliseconds ?? .max),
        ]) { row in
            let played = Self.track(row)
            guard query.kinds?.contains(played.track.kind) ?? true, ids?.contains(played.station) ?? true,
                query.matches([row.text(7), row.text(8), row.text(9)])
            else { return true }
            left -= 1
            return take(played) && left > 0
        }
    }

    /// Reads a track from a row with the columns of ``tracks(_:oldestFirst:_:)``.
    private static func track(_ row: borrowing SqliteStatement) -> PlayedTrack {
        var track = TrackInfo(
            kind: TrackInfo.Kind(rawValue: row.text(6) ?? "") ?? .unknown, artist: row.text(7), title: row.text(8),
            text: row.text(9) ?? "", artworkURL: row.text(12), linkURL: row.text(13), album: row.text(10),
            duration: row.integerIfAny(11).map { .milliseconds($0) }, raw: row.blob(15))
        track.charset = row.text(14)
        return PlayedTrack(
            track: track, station: row.text(0) ?? "", stationName: row.text(1) ?? "",
            start: MediaTime(milliseconds: row.integer(2)),
            end: row.integerIfAny(3).map { MediaTime(milliseconds: $0) },
            unseen: .milliseconds(row.integer(4)), offset: Int(row.integer(5, in: -1440...1440)),
            source: TitleSource(rawValue: row.text(16) ?? "") ?? .inBand)
    }

    /// Returns songs, the most played first. Of songs that were played equally often, the last played comes first. A
    /// song that was heard while its station showed it counts once.
    /// - Parameter leftOut: receives the number of times that a title was heard for less than ``SongQuery/leastHeard``.
    ///   These do not count.
    public func most(_ query: SongQuery, leftOut: (Int) -> Void = { _ in }) throws(StorageError) -> [SongCount] {
        try charts(query, leftOut: leftOut) { _, _ in [""] }.first?.songs ?? []
    }

    /// Returns charts in the order of their names: for each, the number of its plays and its most played songs, counted
    /// as by ``most(_:leftOut:)``.
    /// - Parameters:
    ///   - query: what to count; its limit is that of each chart.
    ///   - leftOut: as in ``most(_:leftOut:)``.
    ///   - names: returns the names of the charts to which a play belongs, from the id of the station and the start.
    public func charts(
        _ query: SongQuery, leftOut: (Int) -> Void = { _ in },
        by names: (_ station: String, _ start: MediaTime) -> [String]
    ) throws(StorageError) -> [(name: String, count: Int, songs: [SongCount])] {
        guard query.limit ?? 1 > 0 else { return [] }
        let ids = Dictionary(try stationNames().keys.map { (SongKey.station($0), $0) }) { first, _ in first }
        func places(_ airing: Airing) -> [String] {
            names(ids[airing.station] ?? "", MediaTime(milliseconds: airing.start))
        }
        var now: [String: ChartTally] = [:]
        leftOut(
            try airings(query, leastHeard: SongQuery.leastHeard) { airing in
                for name in places(airing) { now[name, default: ChartTally()].add(airing) }
            })
        var before: [String: ChartTally] = [:]
        var first: [Int64: Int64] = [:]
        let compared = query.comparesBefore ? query.before : nil
        if let compared {
            try airings(compared.query, leastHeard: SongQuery.leastHeard) { airing in
                first[airing.song] = min(first[airing.song] ?? .max, airing.start)
                guard airing.start >= compared.start.milliseconds else { return }
                for name in places(airing) { before[name, default: ChartTally()].add(airing) }
            }
        }
        return try now.sorted { $0.key < $1.key }.map { name, tally throws(StorageError) in
            var songs = try counts(tally.ranked.prefix(query.limit ?? .max))
            if compared != nil {
                let ranks = (before[name]?.ranked ?? []).enumerated().map { ($1.key, $0 + 1) }
                compare(&songs, Dictionary(uniqueKeysWithValues: ranks), first)
            }
            return (name, tally.count, songs.map(\.count))
        }
    }

    /// Adds to each song its place in the time before and its first airing.
    private func compare(
        _ songs: inout [(key: Int64, count: SongCount)], _ ranks: [Int64: Int], _ first: [Int64: Int64]
    ) {
        for index in songs.indices {
            let key = songs[index].key
            songs[index].count.rankBefore = ranks[key]
            songs[index].count.firstSeen =
                first[key].map(MediaTime.init(milliseconds:)) ?? songs[index].count.first
        }
    }

    /// Reads artist and title of songs, as the last airing wrote them.
    private func counts(
        _ songs: some Sequence<(key: Int64, value: ChartTally.Song)>
    ) throws(StorageError) -> [(key: Int64, count: SongCount)] {
        var counts: [(key: Int64, count: SongCount)] = []
        let statement = try connection.statement("SELECT artist, coalesce(title, text) FROM track WHERE id = ?")
        for (key, tally) in songs {
            try statement.run([.integer(tally.track)]) { row in
                let count = SongCount(
                    artist: row.text(0), title: row.text(1) ?? "", count: tally.count, stations: tally.stations,
                    first: MediaTime(milliseconds: tally.first), last: MediaTime(milliseconds: tally.last))
                counts.append((key, count))
            }
        }
        return counts
    }

    /// Returns stations in the order of their names, with counts of their matching tracks.
    public func stations(_ query: SongQuery) throws(StorageError) -> [StationCount] {
        let codes = query.codes
        var tallies: [Int64: StationTally] = [:]
        var advertisements: [Airing] = []
        var every = query
        every.kinds = nil
        try airings(every) { airing in
            tallies[airing.station, default: StationTally()]
                .add(airing, isMatch: codes?.contains(airing.code) ?? true)
            if airing.code == SongKey.code(.advertisement, isHeard: false) { advertisements.append(airing) }
        }
        let reader = try AiringReader(connection: connection, version: version)
        for airing in advertisements {
            let end = try reader.end(of: airing.track) ?? airing.start
            tallies[airing.station]?.advertised += max(0, end - airing.start)
        }
        if !advertisements.isEmpty { try addGaps(&tallies) }
        var counts: [StationCount] = []
        try connection.statement("SELECT id, name FROM station ORDER BY name, id").each([]) { row in
            guard counts.count < query.limit ?? .max else { return false }
            let id = row.text(0) ?? ""
            if let count = tallies[SongKey.station(id)]?.counted(id: id, name: row.text(1) ?? "") {
                counts.append(count)
            }
            return true
        }
        return counts
    }

    /// Adds the times in which stations were not received, between their first and their last tracks.
    private func addGaps(_ tallies: inout [Int64: StationTally]) throws(StorageError) {
        try connection.statement("SELECT station, start, end FROM gap").run { row in
            let station = SongKey.station(row.text(0) ?? "")
            guard let shown = tallies[station]?.shown else { return }
            let gap = min(row.integer(2), shown.upperBound) - max(row.integer(1), shown.lowerBound)
            tallies[station]?.unseen += max(0, gap)
        }
    }

    /// Returns the names of all stations, by their ids.
    package func stationNames() throws(StorageError) -> [String: String] {
        var names: [String: String] = [:]
        try connection.statement("SELECT id, name FROM station").run { names[$0.text(0) ?? ""] = $0.text(1) ?? "" }
        return names
    }

    @discardableResult
    private func airings(
        _ query: SongQuery, leastHeard: Duration = .zero, _ take: (Airing) -> Void
    ) throws(StorageError) -> Int {
        let ids = try query.station.map { name throws(StorageError) in
            Set(try stations(named: name).map(SongKey.station))
        }
        return try AiringReader(connection: connection, version: version)
            .each(query, stations: ids, leastHeard: leastHeard, take)
    }

    /// If a station has `name` as its id, returns only that id. Otherwise returns the ids of the stations whose names
    /// match the words of `name`.
    private func stations(
        named name: String, in sql: String = "SELECT id, name FROM station"
    ) throws(StorageError) -> [String] {
        let words = SongQuery.words(name)
        var (exact, similar): ([String], [String]) = ([], [])
        try connection.statement(sql).run { row in
            guard let id = row.text(0) else { return }
            if id == name {
                exact.append(id)
            } else if !words.isEmpty, SongQuery.matches(words, [row.text(1)]) {
                similar.append(id)
            }
        }
        return exact.isEmpty ? similar : exact
    }

    /// Returns the part of a query that SQL can check, as a condition and its values. The query's words are compared
    /// afterwards, in Swift.
    /// - Parameter shift: milliseconds by which the times in the file are corrected.
    private func condition(
        _ query: SongQuery, _ order: String, shift: Int64
    ) throws(StorageError) -> (sql: String, values: [SqliteStatement.Value]) {
        var parts = ["1"]
        var values: [SqliteStatement.Value] = []
        if let since = query.since {
            parts.append("\(order).start >= ?")
            values.append(.integer(since.milliseconds &- shift))
        }
        if let until = query.until {
            parts.append("\(order).start < ?")
            values.append(.integer(until.milliseconds &- shift))
        }
        if let kinds = query.kinds {
            parts.append("kind IN (\(kinds.map { _ in "?" }.joined(separator: ",")))")
            values += kinds.map { .text($0.rawValue) }
        }
        if let source = query.source {
            parts.append("track.source = ?")
            values.append(.text(source.rawValue))
        }
        if let station = query.station {
            // All ids are passed as one JSON text, because there may be more ids than a statement accepts values.
            let ids = try stations(named: station)
            func add(_ column: String, _ list: [JSONNode]) {
                parts.append("\(column) IN (SELECT value FROM json_each(?))")
                values.append(.text(JSONNode.array(list).text()))
            }
            if order == "airing" { add("airing.station", ids.map { .int(SongKey.station($0)) }) }
            add("track.station", ids.map { .string($0) })
        }
        return (parts.joined(separator: " AND "), values)
    }
}

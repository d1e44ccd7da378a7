import RadioFormats
import RadioLoop
import RadioStorage
import RadioText

/// Titles in SQLite: tracks with station, begin and end; gaps; and what a restart must know. Schema: docs/LOG.md.
///
/// Every call blocks: it belongs to a worker's thread, one at a time. Several processes may use one file (WAL mode).
final class TitleDatabase {
    /// What a process writes: two of them may know the same station by different means.
    enum Use: Sendable {
        /// What stations show.
        case following
        /// What a person heard: rows of the source `heard`.
        case hearing
    }

    private let connection: SqliteConnection
    private let use: Use
    /// This process's, once it follows stations.
    private var run: Int64 = 0

    init(path: String, use: Use = .following) throws(StorageError) {
        self.use = use
        connection = try SqliteConnection(path: path)
        // What was committed survives a power cut, too.
        try connection.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
        try connection.migrate(Self.steps)
    }

    /// From each version of the schema to the next.
    static let steps = [schema]

    private static let schema = """
        CREATE TABLE run (id INTEGER PRIMARY KEY AUTOINCREMENT, alive INTEGER NOT NULL);
        CREATE TABLE station (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, seen_until INTEGER, run INTEGER
        ) WITHOUT ROWID;
        CREATE TABLE track (
            id INTEGER PRIMARY KEY, station TEXT NOT NULL REFERENCES station (id), start INTEGER NOT NULL, end INTEGER,
            last_shown INTEGER, unseen INTEGER NOT NULL DEFAULT 0, utc_offset INTEGER NOT NULL, kind TEXT NOT NULL,
            artist TEXT, title TEXT, text TEXT NOT NULL, album TEXT, length INTEGER, artwork TEXT, link TEXT, ids TEXT,
            charset TEXT, raw BLOB NOT NULL, source TEXT NOT NULL
        );
        CREATE INDEX track_of_station ON track (station, start);
        CREATE INDEX track_by_start ON track (start);
        CREATE INDEX open_track ON track (station) WHERE end IS NULL;
        CREATE TABLE gap (
            id INTEGER PRIMARY KEY, station TEXT NOT NULL REFERENCES station (id), start INTEGER NOT NULL,
            end INTEGER NOT NULL, reason TEXT NOT NULL
        );
        CREATE INDEX gap_of_station ON gap (station, start);
        CREATE TABLE event (seq INTEGER PRIMARY KEY AUTOINCREMENT, log TEXT NOT NULL, line TEXT NOT NULL);
        """

    // MARK: Writing

    /// How long after it said last that it lives a run is over, whatever the clock or a sleeping machine did.
    static let silence = Duration.seconds(3600)

    /// Says that this process follows stations from now on. What runs before left is read first.
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - number: of the last line that is in this run's log; where the file of titles is younger, its numbers go on from there.
    func beginRun(at now: Int64, linesAfter number: Int64 = 0) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            try connection.statement("INSERT INTO run (alive) VALUES (?)").run([.integer(now)])
            run = connection.lastRow
            // Those that are over and no station names any more.
            let past = now - Self.milliseconds(Self.silence)
            try connection.statement(
                "DELETE FROM run WHERE alive < ? AND id NOT IN (SELECT run FROM station WHERE run IS NOT NULL)"
            ).run([.integer(past)])
            // Nobody will read what they had for their streams.
            try connection.statement(
                """
                DELETE FROM event WHERE log = '' OR log GLOB 'stream:*'
                AND log NOT IN (SELECT 'stream:' || id FROM run WHERE alive >= ?)
                """
            ).run([.integer(past)])
            guard number > 0 else { return }
            try connection.statement("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'event'")
                .run([.integer(number)])
            guard connection.changeCount == 0 else { return }
            try connection.statement("INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)")
                .run([.integer(number)])
        }
    }

    /// A log without a name is the run's own: nobody looks into it again.
    private func fullName(_ log: String) -> String { log.isEmpty ? "stream:\(run)" : log }

    /// What is written at once.
    struct Batch: Sendable {
        var records: [StationRecord] = []
        /// A line of the log for each record, without its number.
        var lines: [String] = []
        /// Which log the lines belong to; empty: a stream of this run's.
        var log = ""
        /// Stations of which something changed besides.
        var states: [StationState] = []
        /// The process lives, and sees the stations that it follows; milliseconds since 1970.
        var alive: Int64?
        /// Lines up to this number were handed on and are not needed any more.
        var handedOn: Int64 = 0
    }

    /// Writes all of it or nothing; the numbers of the lines, one after the other, when it is durable.
    func write(_ batch: Batch) throws(StorageError) -> [Int64] {
        let log = fullName(batch.log)
        return try connection.transaction { () throws(StorageError) in
            if batch.handedOn > 0 {
                try connection.statement("DELETE FROM event WHERE seq <= ? AND log = ?")
                    .run([.integer(batch.handedOn), .text(log)])
            }
            for state in batch.states { try write(state) }
            var numbers: [Int64] = []
            for record in batch.records { try write(record) }
            for state in batch.states { try writeOpen(state) }
            let insert = try connection.statement("INSERT INTO event (log, line) VALUES (?, ?)")
            for line in batch.lines {
                try insert.run([.text(log), .text(line)])
                numbers.append(connection.lastRow)
            }
            if let alive = batch.alive {
                // The row is gone where the process was held for so long that another took it for dead.
                try connection.statement(
                    "INSERT INTO run (alive, id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET alive = excluded.alive"
                ).run([.integer(alive), .integer(run)])
            }
            return numbers
        }
    }

    private func write(_ state: StationState) throws(StorageError) {
        if use == .hearing {
            // When it was followed last is not ours to say.
            return try connection.statement(
                "INSERT INTO station (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
            ).run([.text(state.id), .text(state.name)])
        }
        try connection.statement(
            """
            INSERT INTO station (id, name, seen_until, run) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE
            SET name = excluded.name, seen_until = coalesce(excluded.seen_until, seen_until), run = excluded.run
            """
        ).run([
            .text(state.id), .text(state.name), .optional(state.seenUntil), state.isFollowed ? .integer(run) : .null,
        ])
    }

    private func writeOpen(_ state: StationState) throws(StorageError) {
        let update = try connection.statement(
            """
            UPDATE track SET last_shown = ?, unseen = ?
            WHERE station = ? AND start = ? AND kind = ? AND text = ? AND end IS NULL
            """)
        for open in state.open {
            let track = open.track
            try update.run([
                open.isShown && use == .following ? .null : .integer(track.lastShown.wall),
                .integer(Self.milliseconds(track.unseen)), .text(state.id), .integer(track.began.wall),
                .text(track.track.kind.rawValue), .text(track.track.text),
            ])
        }
    }

    private func write(_ record: StationRecord) throws(StorageError) {
        switch record.record {
        case .track(let begin):
            let track = begin.track
            try connection.statement(
                """
                INSERT INTO track
                (station, start, utc_offset, kind, artist, title, text, album, length, artwork, link, ids, charset, raw, source)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            ).run([
                .text(record.station), .integer(begin.at.wall), .integer(Int64(record.offset)),
                .text(track.kind.rawValue), .optional(track.artist), .optional(track.title), .text(track.text),
                .optional(track.album), .optional(track.duration.map(Self.milliseconds)), .optional(track.artworkURL),
                .optional(track.linkURL), .optional(Self.identifiers(track)), .optional(track.charset),
                .blob(track.raw),
                .text(begin.source.rawValue),
            ])
        case .end(let end):
            try connection.statement(
                """
                UPDATE track SET end = ?, last_shown = NULL, unseen = ?
                WHERE station = ? AND start = ? AND kind = ? AND text = ? AND end IS NULL
                """
            ).run([
                .integer(end.at.wall), .integer(Self.milliseconds(end.unseen)), .text(record.station),
                .integer(end.began.wall), .text(end.track.kind.rawValue), .text(end.track.text),
            ])
        case .gap(let gap):
            try connection.statement("INSERT INTO gap (station, start, end, reason) VALUES (?, ?, ?, ?)").run([
                .text(record.station), .integer(gap.from.wall), .integer(gap.until.wall), .text(gap.reason),
            ])
        }
    }

    // MARK: After a restart

    /// What an earlier run left of these stations; those that it did not know are missing. Times are of the wall's clock,
    /// as seen from `now`.
    func states(of ids: Set<String>, at now: LogMoment) throws(StorageError) -> [String: StationState] {
        if use == .hearing { return try heardStates(of: ids, at: now) }
        var states = try followedStates(at: now) { ids.contains($0) }
        try readRecent(into: &states, at: now)
        return states
    }

    /// How much longer than its own follower, which may be another process, a track is left open.
    static let respite = Duration.seconds(120)

    /// Ends of tracks that nobody follows any more and that are out of sight for too long: their station has left the list, or
    /// the run that followed it has not come back.
    /// - Parameters:
    ///   - ids: stations that are followed, and end their tracks themselves.
    ///   - now: the moment.
    func abandoned(besides ids: Set<String>, at now: LogMoment) throws(StorageError) -> [AbandonedTracks] {
        let states = try followedStates(at: now) { !ids.contains($0) }
        let past = now.earlier(at: now.monotonic.advanced(by: .zero - Self.respite))
        return states.values.sorted { $0.id < $1.id }.compactMap { state in
            guard !state.open.isEmpty else { return nil }
            var folder = TrackFolder(at: now, open: state.open.map(\.track))
            let ends = folder.expire(at: past)
            return ends.isEmpty ? nil : AbandonedTracks(id: state.id, name: state.name, ends: ends)
        }
    }

    /// Stations and what is open of them.
    private func followedStates(
        at now: LogMoment, where isWanted: (String) -> Bool
    ) throws(StorageError) -> [String: StationState] {
        var states: [String: StationState] = [:]
        // A station that a run followed to its end was seen as long as that run lived.
        try connection.statement(
            """
            SELECT station.id, name, CASE WHEN alive > coalesce(seen_until, 0) THEN alive ELSE seen_until END
            FROM station LEFT JOIN run ON run.id = station.run
            """
        ).run { row in
            guard let id = row.text(0), isWanted(id) else { return }
            states[id] = StationState(
                id: id, name: row.text(1) ?? "", seenUntil: row.isNull(2) ? nil : row.integer(2))
        }
        try connection.statement(
            """
            SELECT station, start, last_shown, unseen, kind, artist, title, text, artwork, link, raw FROM track
            WHERE end IS NULL AND source <> 'heard' ORDER BY start
            """
        ).run { row in
            guard let id = row.text(0), let seenUntil = states[id]?.seenUntil else { return }
            let track = TrackInfo(
                kind: TrackInfo.Kind(rawValue: row.text(4) ?? "") ?? .unknown, artist: row.text(5), title: row.text(6),
                text: row.text(7) ?? "", artworkURL: row.text(8), linkURL: row.text(9), raw: row.blob(10))
            let isShown = row.isNull(2)
            let lastShown = max(row.integer(1), isShown ? seenUntil : row.integer(2))
            states[id]?.open.append(
                StationState.Open(
                    track: TrackFolder.Open(
                        track: track, began: LogMoment(wall: row.integer(1), asSeenFrom: now),
                        lastShown: LogMoment(wall: lastShown, asSeenFrom: now), unseen: .milliseconds(row.integer(3))),
                    isShown: isShown))
        }
        return states
    }

    /// What ended a moment ago. A track that began more than an hour before is not looked for: there is no index of ends.
    private func readRecent(into states: inout [String: StationState], at now: LogMoment) throws(StorageError) {
        try connection.statement(
            """
            SELECT station, end, kind, artist, title, text FROM track
            WHERE start > ?1 - 3600000 AND end > ?1 - ?2 AND source <> 'heard' ORDER BY end
            """
        ).run([.integer(now.wall), .integer(Self.milliseconds(RecentTracks.reach))]) { row in
            guard let id = row.text(0) else { return }
            let track = TrackInfo(
                kind: TrackInfo.Kind(rawValue: row.text(2) ?? "") ?? .unknown, artist: row.text(3), title: row.text(4),
                text: row.text(5) ?? "")
            states[id]?.recent.append(
                RecentTracks.Ended(track: track, at: LogMoment(wall: row.integer(1), asSeenFrom: now)))
        }
    }

    /// What was heard of a station last, where that is not long ago: it is open again. Where a run was killed the row ends when
    /// it was written last.
    private func heardStates(of ids: Set<String>, at now: LogMoment) throws(StorageError) -> [String: StationState] {
        var states: [String: StationState] = [:]
        for id in ids {
            var last: (row: Int64, end: Int64, isEnded: Bool, track: StationState.Open)?
            try connection.statement(
                """
                SELECT id, start, coalesce(end, last_shown, start), end IS NOT NULL, unseen, kind, artist, title, text, raw
                FROM track WHERE station = ? AND source = 'heard' ORDER BY start DESC LIMIT 1
                """
            ).run([.text(id)]) { row in
                let track = TrackInfo(
                    kind: TrackInfo.Kind(rawValue: row.text(5) ?? "") ?? .unknown, artist: row.text(6),
                    title: row.text(7), text: row.text(8) ?? "", raw: row.blob(9))
                let open = TrackFolder.Open(
                    track: track, began: LogMoment(wall: row.integer(1), asSeenFrom: now),
                    lastShown: LogMoment(wall: row.integer(2), asSeenFrom: now), unseen: .milliseconds(row.integer(4)))
                last = (
                    row.integer(0), row.integer(2), row.integer(3) != 0, StationState.Open(track: open, isShown: false)
                )
            }
            guard let last else { continue }
            let isRecent = last.track.track.lastShown.duration(to: now) <= TrackFolder.window
            if isRecent {
                states[id] = StationState(id: id, name: "", seenUntil: last.end, open: [last.track])
            }
            if isRecent == last.isEnded {
                try connection.statement("UPDATE track SET end = ? WHERE id = ?")
                    .run([isRecent ? .null : .integer(last.end), .integer(last.row)])
            }
        }
        return states
    }

    /// Lines of a log that were durable and may not have been handed on, with their numbers.
    func lines(after number: Int64, of log: String, atMost limit: Int) throws(StorageError) -> [TitleStore.Line] {
        var lines: [TitleStore.Line] = []
        try connection.statement("SELECT seq, line FROM event WHERE seq > ? AND log = ? ORDER BY seq LIMIT ?")
            .run([.integer(number), .text(fullName(log)), .integer(Int64(limit))]) {
                lines.append(TitleStore.Line(number: $0.integer(0), text: $0.text(1) ?? ""))
            }
        return lines
    }

    /// For tests: no page more than there are, or so many.
    func limitPages(to count: Int = 1) throws(StorageError) {
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA max_page_count = \(count)")
    }

    /// A JSON object of texts; nil where there are none.
    private static func identifiers(_ track: TrackInfo) -> String? {
        guard !track.identifiers.isEmpty else { return nil }
        let members = track.identifiers.map { JSONNode.Member(name: $0.name, value: .string($0.value)) }
        return JSONNode.object(members).text()
    }

    private static func milliseconds(_ duration: Duration) -> Int64 { duration.nanoseconds / 1_000_000 }
}

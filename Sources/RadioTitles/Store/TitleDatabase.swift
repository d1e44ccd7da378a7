import RadioFormats
import RadioLoop

/// Titles in SQLite: tracks with station, begin and end; gaps; and what a restart must know. Schema: docs/LOG.md.
///
/// Every call blocks: it belongs to a worker's thread, one at a time. Several processes may use one file (WAL mode).
final class TitleDatabase {
    /// Of the schema (`PRAGMA user_version`).
    static let version = 1

    private let connection: SqliteConnection

    init(path: String) throws(TitleStoreError) {
        connection = try SqliteConnection(path: path)
        // What was committed survives a power cut, too.
        try connection.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
        try migrate()
    }

    private func migrate() throws(TitleStoreError) {
        var found = 0
        try connection.transaction { () throws(TitleStoreError) in
            // Inside of the transaction: two processes may come to a new file at once.
            try connection.statement("PRAGMA user_version").run { found = Int($0.integer(0)) }
            guard found <= Self.version else { throw .tooNew(version: found) }
            if found < 1 { try connection.run(Self.schema) }
        }
    }

    private static let schema = """
        CREATE TABLE station (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, seen_until INTEGER
        ) WITHOUT ROWID;
        CREATE TABLE track (
            id INTEGER PRIMARY KEY, station TEXT NOT NULL REFERENCES station (id), start INTEGER NOT NULL, end INTEGER,
            last_shown INTEGER, unseen INTEGER NOT NULL DEFAULT 0, utc_offset INTEGER NOT NULL, kind TEXT NOT NULL,
            artist TEXT, title TEXT, text TEXT NOT NULL, artwork TEXT, link TEXT, raw BLOB NOT NULL, source TEXT NOT NULL
        );
        CREATE INDEX track_of_station ON track (station, start);
        CREATE INDEX track_by_start ON track (start);
        CREATE INDEX open_track ON track (station) WHERE end IS NULL;
        CREATE TABLE gap (
            id INTEGER PRIMARY KEY, station TEXT NOT NULL REFERENCES station (id), start INTEGER NOT NULL,
            end INTEGER NOT NULL, reason TEXT NOT NULL
        );
        CREATE INDEX gap_of_station ON gap (station, start);
        CREATE TABLE event (seq INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL);
        PRAGMA user_version = 1;
        """

    // MARK: Writing

    /// What is written at once.
    struct Batch: Sendable {
        var records: [StationRecord] = []
        /// A line of the log for each record, without its number.
        var lines: [String] = []
        /// Stations of which something changed besides.
        var states: [StationState] = []
        /// Lines up to this number were handed on and are not needed any more.
        var handedOn: Int64 = 0
    }

    /// Writes all of it or nothing; the numbers of the lines, one after the other, when it is durable.
    func write(_ batch: Batch) throws(TitleStoreError) -> [Int64] {
        try connection.transaction { () throws(TitleStoreError) in
            for state in batch.states { try write(state) }
            var numbers: [Int64] = []
            for record in batch.records { try write(record) }
            for state in batch.states { try writeOpen(state) }
            let insert = try connection.statement("INSERT INTO event (line) VALUES (?)")
            for line in batch.lines {
                try insert.run([.text(line)])
                numbers.append(connection.lastRow)
            }
            if batch.handedOn > 0 {
                try connection.statement("DELETE FROM event WHERE seq <= ?").run([.integer(batch.handedOn)])
            }
            return numbers
        }
    }

    private func write(_ state: StationState) throws(TitleStoreError) {
        try connection.statement(
            """
            INSERT INTO station (id, name, seen_until) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE
            SET name = excluded.name, seen_until = coalesce(excluded.seen_until, seen_until)
            """
        ).run([.text(state.id), .text(state.name), .optional(state.seenUntil)])
    }

    private func writeOpen(_ state: StationState) throws(TitleStoreError) {
        let update = try connection.statement(
            """
            UPDATE track SET last_shown = ?, unseen = ?
            WHERE station = ? AND start = ? AND kind = ? AND text = ? AND end IS NULL
            """)
        for open in state.open {
            let track = open.track
            try update.run([
                open.isShown ? .null : .integer(track.lastShown.wall), .integer(Self.milliseconds(track.unseen)),
                .text(state.id), .integer(track.began.wall), .text(track.track.kind.rawValue), .text(track.track.text),
            ])
        }
    }

    private func write(_ record: StationRecord) throws(TitleStoreError) {
        switch record.record {
        case .track(let begin):
            let track = begin.track
            try connection.statement(
                """
                INSERT INTO track
                (station, start, utc_offset, kind, artist, title, text, artwork, link, raw, source)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            ).run([
                .text(record.station), .integer(begin.at.wall), .integer(Int64(record.offset)),
                .text(track.kind.rawValue), .optional(track.artist), .optional(track.title), .text(track.text),
                .optional(track.artworkURL), .optional(track.linkURL), .blob(track.raw), .text(begin.source.rawValue),
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
    func states(of ids: Set<String>, at now: LogMoment) throws(TitleStoreError) -> [String: StationState] {
        var states: [String: StationState] = [:]
        try connection.statement("SELECT id, name, seen_until FROM station").run { row in
            guard let id = row.text(0), ids.contains(id) else { return }
            states[id] = StationState(
                id: id, name: row.text(1) ?? "", seenUntil: row.isNull(2) ? nil : row.integer(2))
        }
        try connection.statement(
            """
            SELECT station, start, last_shown, unseen, kind, artist, title, text, artwork, link, raw FROM track
            WHERE end IS NULL ORDER BY start
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

    /// Lines that were durable and may not have been handed on, with their numbers.
    func lines(after number: Int64) throws(TitleStoreError) -> [(number: Int64, line: String)] {
        var lines: [(Int64, String)] = []
        try connection.statement("SELECT seq, line FROM event WHERE seq > ? ORDER BY seq").run([.integer(number)]) {
            lines.append(($0.integer(0), $0.text(1) ?? ""))
        }
        return lines
    }

    /// For tests: no page more than there are, or so many.
    func limitPages(to count: Int = 1) throws(TitleStoreError) {
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA max_page_count = \(count)")
    }

    private static func milliseconds(_ duration: Duration) -> Int64 { duration.nanoseconds / 1_000_000 }
}

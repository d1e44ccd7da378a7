import RadioStorage

/// Every statement that a logger or a player runs by itself. None reads a whole table that grows with what is written down:
/// a test asks the library's plan of each.
enum TitleStatement: String, CaseIterable {
    // MARK: Runs

    case insertRun = "INSERT INTO run (alive) VALUES (?)"
    /// Those that are over and no station names any more.
    case deleteRuns = """
        DELETE FROM run WHERE alive < ? AND id NOT IN (SELECT run FROM station WHERE run IS NOT NULL)
        """
    /// The row is gone where the process was held for so long that another took it for dead.
    case keepRun = "INSERT INTO run (alive, id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET alive = excluded.alive"

    // MARK: Lines

    case insertLine = "INSERT INTO event (log, line) VALUES (?, ?)"
    case deleteLines = "DELETE FROM event WHERE log = ?2 AND seq <= ?1"
    case selectLines = "SELECT seq, line FROM event WHERE seq > ? AND log = ? ORDER BY seq LIMIT ?"
    /// Of streams of runs that are over. A version of this program wrote such lines without a name.
    case deleteStreams = """
        DELETE FROM event WHERE log GLOB 'stream:*' AND log NOT IN (SELECT 'stream:' || id FROM run WHERE alive >= ?)
        """
    case deleteUnnamed = "DELETE FROM event WHERE log = ''"
    case raiseNumber = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'event'"
    case insertNumber = "INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)"

    // MARK: Stations

    /// When it was followed last is not the player's to say.
    case nameStation = """
        INSERT INTO station (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name
        """
    case keepStation = """
        INSERT INTO station (id, name, seen_until, run) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE
        SET name = excluded.name, seen_until = coalesce(excluded.seen_until, seen_until), run = excluded.run
        """
    /// A station that a run followed to its end was seen as long as that run lived.
    case selectStation = """
        SELECT name, CASE WHEN alive > coalesce(seen_until, 0) THEN alive ELSE seen_until END
        FROM station LEFT JOIN run ON run.id = station.run WHERE station.id = ?
        """

    // MARK: Tracks

    case insertTrack = """
        INSERT INTO track
        (station, start, utc_offset, kind, artist, title, text, album, length, artwork, link, ids, charset, raw, source)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    case keepTrack = """
        UPDATE track SET last_shown = ?, unseen = ?
        WHERE station = ? AND start = ? AND kind = ? AND text = ? AND end IS NULL
        """
    case endTrack = """
        UPDATE track SET end = ?, last_shown = NULL, unseen = ?
        WHERE station = ? AND start = ? AND kind = ? AND text = ? AND end IS NULL
        """
    case insertGap = "INSERT INTO gap (station, start, end, reason) VALUES (?, ?, ?, ?)"
    /// Without the index by name the library prefers the one of all tracks, for their order.
    case selectOpen = """
        SELECT station, start, last_shown, unseen, kind, artist, title, text, artwork, link, raw
        FROM track INDEXED BY open_track WHERE end IS NULL AND source <> 'heard' ORDER BY start
        """
    case selectOpenOfStation = """
        SELECT station, start, last_shown, unseen, kind, artist, title, text, artwork, link, raw
        FROM track INDEXED BY open_track WHERE station = ? AND end IS NULL AND source <> 'heard' ORDER BY start
        """
    case selectRecent = """
        SELECT station, end, kind, artist, title, text FROM track INDEXED BY track_by_start
        WHERE start > ?1 - 3600000 AND end > ?1 - ?2 AND source <> 'heard' ORDER BY end
        """

    // MARK: What was heard

    /// The newest of those that are open, and of those that began lately.
    case selectHeard = """
        SELECT id, start, coalesce(end, last_shown, start), end IS NOT NULL, unseen, kind, artist, title, text, raw
        FROM track INDEXED BY track_of_station WHERE station = ? AND start > ? AND source = 'heard'
        ORDER BY start DESC LIMIT 1
        """
    case selectOpenHeard = """
        SELECT id, start, coalesce(end, last_shown, start), end IS NOT NULL, unseen, kind, artist, title, text, raw
        FROM track INDEXED BY open_track WHERE station = ? AND end IS NULL AND source = 'heard' ORDER BY start
        """
    case setEnd = "UPDATE track SET end = ? WHERE id = ?"

    // MARK: Airings

    case insertAiring = "INSERT OR IGNORE INTO airing (start, track, station, song, code) VALUES (?, ?, ?, ?, ?)"
    case deleteAiring = "DELETE FROM airing WHERE start = ? AND track = ?"
    case selectUnlistedRow = "SELECT row FROM unlisted"
    case keepUnlistedRow = "UPDATE unlisted SET row = ?"
    case selectUnlisted = """
        SELECT id, start, station, artist, title, text, kind, source FROM track WHERE id > ? AND id <= ? ORDER BY id
        """

    // MARK: What is kept

    case selectSize = """
        SELECT (page_count - freelist_count) * page_size
        FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()
        """
    case selectRetention = "SELECT cursor, since FROM retention WHERE use = ?"
    case keepRetention = """
        INSERT INTO retention (use, cursor, since) VALUES (?, ?, ?)
        ON CONFLICT (use) DO UPDATE SET cursor = excluded.cursor, since = excluded.since
        """
    case selectOldest = """
        SELECT id, start, source = 'heard', end IS NULL FROM track INDEXED BY track_by_start
        WHERE start >= ? AND start < ? ORDER BY start LIMIT ?
        """
    case deleteTrack = "DELETE FROM track WHERE id = ?"
    case selectOldestGaps = "SELECT id, start FROM gap WHERE id > 0 ORDER BY id LIMIT ?"
    case deleteGap = "DELETE FROM gap WHERE id = ?"
}

extension SqliteConnection {
    func statement(_ statement: TitleStatement) throws(StorageError) -> SqliteStatement {
        try self.statement(statement.rawValue)
    }
}

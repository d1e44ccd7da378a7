import RadioFormats
import RadioStorage

/// Every SQL statement that a logger or a player runs regularly, and not for a user's query. No statement reads a whole
/// table that grows with the number of records: a test checks SQLite's query plan for each.
enum TitleStatement: String, CaseIterable {
    // MARK: Runs

    case insertRun = "INSERT INTO run (alive) VALUES (?)"
    /// Deletes runs that are over and that no station refers to.
    case deleteRuns = """
        DELETE FROM run WHERE alive < ? AND id NOT IN (SELECT run FROM station WHERE run IS NOT NULL)
        """
    /// Records a sign of life of this process's run. If another process has deleted the run's row, because this process
    /// was suspended for long, the row is inserted again.
    case keepRun = "INSERT INTO run (alive, id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET alive = excluded.alive"

    // MARK: Lines

    case insertLines = "INSERT INTO event (seq, log, line, at) VALUES (?, ?, ?, ?)"
    case selectNumber = "SELECT seq FROM sqlite_sequence WHERE name = 'event'"
    case deleteLines = "DELETE FROM event WHERE log = ?2 AND seq <= ?1"
    case selectLines = "SELECT seq, line FROM event WHERE seq > ? AND log = ? ORDER BY seq"
    /// Deletes those of the 100 oldest lines that were stored before a certain time and belong to another log than this
    /// process's.
    case deleteOldLines = """
        DELETE FROM event WHERE seq IN (SELECT seq FROM event WHERE seq > 0 ORDER BY seq LIMIT 100) AND at < ? AND log <> ?
        """
    /// Deletes the lines that wait for the output streams of runs that are over.
    case deleteStreams = """
        DELETE FROM event WHERE log GLOB 'stream:*' AND log NOT IN (SELECT 'stream:' || id FROM run WHERE alive >= ?)
        """
    /// Deletes lines without a log, which an older version of this program wrote.
    case deleteUnnamed = "DELETE FROM event WHERE log = ''"
    case raiseNumber = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'event'"
    case insertNumber = "INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)"

    // MARK: Stations

    /// Sets only the name of a station. A player does not follow stations, so it must not change the time when a
    /// station was last observed.
    case nameStation = """
        INSERT INTO station (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name
        """
    /// Sets the name of a station and when it was last observed. Usually changes nothing while a run follows the
    /// station, because the time is then in the run's row.
    case keepStation = """
        INSERT INTO station (id, name, seen_until, run) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE
        SET name = excluded.name, seen_until = coalesce(excluded.seen_until, seen_until), run = excluded.run
        WHERE excluded.run IS NULL OR excluded.run IS NOT run OR excluded.name <> name
        """
    /// Reads the name of a station and the time when the station was last observed.
    ///
    /// If a run followed the station until the run ended, this time is the run's last sign of life.
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
    case findTrack = """
        SELECT id FROM track INDEXED BY track_by_start WHERE start = ? AND station = ? AND kind = ? AND text = ?
        ORDER BY id DESC LIMIT 1
        """
    case openTrack = "INSERT OR REPLACE INTO open (track, last_shown, unseen) VALUES (?, NULL, 0)"
    case keepTrack = """
        UPDATE open SET last_shown = ?1, unseen = ?2 WHERE track = ?3 AND (last_shown IS NOT ?1 OR unseen <> ?2)
        """
    case closeTrack = "DELETE FROM open WHERE track = ?"
    case endTrack = "INSERT OR REPLACE INTO ended (track, end, unseen) VALUES (?, ?, ?)"
    case insertGap = "INSERT INTO gap (station, start, end, reason) VALUES (?, ?, ?, ?)"
    /// Selects all open tracks that stations showed. There are few open tracks, even if many tracks were recorded.
    case selectOpen = """
        SELECT station, start, open.last_shown, open.unseen, kind, artist, title, text, artwork, link, raw, source
        FROM open CROSS JOIN track ON track.id = open.track WHERE source <> 'heard' ORDER BY start
        """
    case selectRecent = """
        SELECT station, ended.end, kind, artist, title, text
        FROM track INDEXED BY track_by_start CROSS JOIN ended ON ended.track = track.id
        WHERE start > ?1 - 3600000 AND ended.end > ?1 - ?2 AND source <> 'heard' ORDER BY ended.end
        """

    // MARK: Clocks

    case selectClocks = "SELECT first, boot, offset FROM clock ORDER BY first DESC LIMIT ?"
    case selectClock = "SELECT first, offset FROM clock WHERE boot = ? ORDER BY first DESC LIMIT 1"
    case selectNextTrack = "SELECT coalesce(max(id), 0) + 1 FROM track"
    case insertClock = "INSERT INTO clock (first, boot, offset) VALUES (?, ?, ?)"
    /// Deletes clocks without tracks, and those of earlier starts at which the clock was not set.
    case deleteClocks = """
        DELETE FROM clock WHERE first >= ?1 OR boot <> ?2 AND boot IN (SELECT boot FROM clock GROUP BY boot HAVING count(*) = 1)
        """
    /// Deletes the oldest clocks beyond a number.
    case boundClocks = """
        DELETE FROM clock WHERE first <= (SELECT first FROM clock ORDER BY first DESC LIMIT 1 OFFSET ?)
        """
    case selectOldestOfClock = """
        SELECT id, start FROM track LEFT JOIN open ON open.track = track.id
        WHERE id >= ?1 AND id <= ?2 AND (source = 'heard') = ?3 AND open.track IS NULL ORDER BY id LIMIT ?4
        """

    // MARK: Titles heard

    /// Selects the newest track that was heard from a station, if it began after a time.
    case selectHeard = """
        SELECT track.id, track.start, coalesce(ended.end, track.end, open.last_shown, track.start), open.track IS NULL,
        coalesce(ended.unseen, open.unseen, track.unseen), kind, artist, title, text, raw
        FROM (
            SELECT track AS row FROM airing WHERE start > ?1 AND airing.station = ?2 AND code & 1
            ORDER BY start DESC, track DESC LIMIT 1
        ) JOIN track ON track.id = row LEFT JOIN ended ON ended.track = row LEFT JOIN open ON open.track = row
        """
    case selectOpenHeard = """
        SELECT track.id, start, coalesce(open.last_shown, start), 0, open.unseen, kind, artist, title, text, raw
        FROM open CROSS JOIN track ON track.id = open.track WHERE station = ? AND source = 'heard' ORDER BY start
        """
    case forgetEnd = "DELETE FROM ended WHERE track = ?"
    /// Removes the end of a track that an older version of the program wrote into the track's row.
    case forgetOldEnd = "UPDATE track SET end = NULL WHERE id = ? AND end IS NOT NULL"

    // MARK: Airings

    case insertAiring = "INSERT OR REPLACE INTO airing (start, track, station, song, code) VALUES (?, ?, ?, ?, ?)"
    case deleteAiring = "DELETE FROM airing WHERE start = ? AND track = ?"
    case selectUnlistedRow = "SELECT row FROM unlisted"
    case keepUnlistedRow = "UPDATE unlisted SET row = ?"
    case selectUnlisted = """
        SELECT id, start, station, artist, title, text, kind, source FROM track WHERE id <= ? ORDER BY id DESC LIMIT ?
        """

    // MARK: Liked songs

    case insertLiked = """
        INSERT OR IGNORE INTO liked
        (song, station, name, start, utc_offset, kind, artist, title, text, album, length, artwork, link, charset, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    case deleteLiked = "DELETE FROM liked WHERE song = ?"

    // MARK: Retention

    case selectNewest = """
        SELECT max(newest) FROM (SELECT max(start) AS newest FROM track UNION ALL SELECT max(alive) FROM run)
        """
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
        SELECT id, start, source = 'heard', open.track IS NOT NULL
        FROM track INDEXED BY track_by_start LEFT JOIN open ON open.track = track.id
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

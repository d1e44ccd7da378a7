/// Tables of the file of titles. See docs/LOGGER.md.
enum TitleSchema {
    /// Steps from each version of the schema to the next. No step reads a table that grows with the number of records,
    /// so a file with years of titles is converted at once. (Dropping an index takes a quarter of a second per million
    /// tracks.)
    static let steps = [first, second, third, fourth, fifth, sixth]

    private static let first = """
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

    /// `event` has the lines that wait for their log: few, unless the log's disk is full. `retention` contains the
    /// start time up to which old tracks were deleted, and the time since which the file has all tracks. `airing` has
    /// the values that counting needs for each track, except for tracks up to the row in `unlisted`.
    private static let second = """
        CREATE INDEX event_of_log ON event (log);
        CREATE TABLE retention (use TEXT PRIMARY KEY, cursor INTEGER NOT NULL, since INTEGER) WITHOUT ROWID;
        CREATE TABLE airing (
            start INTEGER NOT NULL, track INTEGER NOT NULL, station INTEGER NOT NULL, song INTEGER NOT NULL,
            code INTEGER NOT NULL, PRIMARY KEY (start, track)
        ) WITHOUT ROWID;
        CREATE TABLE unlisted (row INTEGER NOT NULL);
        INSERT INTO unlisted SELECT coalesce(max(id), 0) FROM track;
        """

    /// Rows of `track` no longer change, so that fewer places in the file are written. `open` lists tracks that have
    /// not ended, and `ended` has the ends of the others (older tracks have their ends in `track`). Indexes by station
    /// are gone, because `airing` replaces them. A row of `event` contains the lines of one transaction; `seq` is the
    /// number of the last line.
    private static let third = """
        CREATE TABLE open (track INTEGER PRIMARY KEY, last_shown INTEGER, unseen INTEGER NOT NULL);
        CREATE TABLE ended (track INTEGER PRIMARY KEY, end INTEGER NOT NULL, unseen INTEGER NOT NULL);
        INSERT INTO open SELECT id, last_shown, unseen FROM track INDEXED BY open_track WHERE end IS NULL;
        DROP INDEX open_track;
        DROP INDEX track_of_station;
        DROP INDEX gap_of_station;
        ALTER TABLE event ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
        UPDATE event SET at = CAST(strftime('%s') AS INTEGER) * 1000;
        """

    /// Songs that the listener likes, each once and with all details, because old rows of `track` are deleted.
    private static let fourth = """
        CREATE TABLE liked (
            id INTEGER PRIMARY KEY, song INTEGER NOT NULL UNIQUE, station TEXT NOT NULL, name TEXT NOT NULL,
            start INTEGER NOT NULL, utc_offset INTEGER NOT NULL, kind TEXT NOT NULL, artist TEXT, title TEXT,
            text TEXT NOT NULL, album TEXT, length INTEGER, artwork TEXT, link TEXT, charset TEXT, raw BLOB NOT NULL
        );
        """

    /// The starts of the computer: the id of the first track that was recorded with a clock, and the wall clock's time
    /// minus the time since the start. A start has a second row after its wall clock was set.
    private static let fifth = """
        CREATE TABLE clock (first INTEGER PRIMARY KEY, boot TEXT NOT NULL, offset INTEGER NOT NULL);
        """

    /// The number of a song in `airing` is the same for all of its spellings. All tracks are listed again.
    private static let sixth = "UPDATE unlisted SET row = (SELECT coalesce(max(id), 0) FROM track);"
}

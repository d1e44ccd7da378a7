import Glibc
import RadioFormats
import RadioJSON
import RadioLoop
import RadioStorage

/// Stores the listener's properties of stations, and the listener's playlists, in SQLite. Schema: docs/CLI.md.
///
/// Every call blocks while the file is read or written: make calls before the loop runs, or on a worker's thread, one
/// at a time. Written data survives a crash of the program and a power cut. Several processes may use one file.
package final class ListenerStore {
    let connection: SqliteConnection

    /// Maximum number of stations, and of playlists; no person has as many. Further stations and playlists are not
    /// read, and further playlists are not stored.
    package static let maximumRecords = 200_000

    /// Opens the file, and creates the file and its folder if they are missing.
    package convenience init(path: String) throws(StorageError) {
        try Self.makeFolder(of: path)
        try self.init(SqliteConnection(path: path))
    }

    /// Opens the file to change it, and runs `body` with it. A damaged file is renamed, and `body` runs with a new file
    /// (``SqliteConnection/writing(path:_:)``).
    /// - Returns: the result of `body`, and ``StorageError/replaced(aside:)`` if a damaged file was renamed.
    package static func writing<Result>(
        path: String, _ body: (ListenerStore) throws(StorageError) -> Result
    ) throws(StorageError) -> (result: Result, replaced: StorageError?) {
        try makeFolder(of: path)
        let (result, aside) = try SqliteConnection.writing(path: path) { connection throws(StorageError) in
            try body(ListenerStore(connection))
        }
        return (result, aside.map { .replaced(aside: $0) })
    }

    private static func makeFolder(of path: String) throws(StorageError) {
        do { try UserFolders.make(LocalFile.folder(of: path)) } catch {
            throw .inaccessible("\(error.folder): \(error.reason)")
        }
    }

    private init(_ connection: SqliteConnection) throws(StorageError) {
        self.connection = connection
        try connection.refuseNewer(than: Self.steps.count)
        // With `synchronous=FULL`, committed data survives a power cut.
        try connection.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
        try connection.migrate(Self.steps)
    }

    /// Returns the usual path of the file, `$XDG_DATA_HOME/longwave/library.sqlite`; nil if that folder is unknown.
    package static func usualPath(environment: [String: String]) -> String? {
        UserFolders(environment: environment).data.map { $0 + "/library.sqlite" }
    }

    /// Returns the files that show whether the store at a path has changed: its own and SQLite's write-ahead log.
    package static func files(at path: String?) -> [String] { path.map { [$0, "\($0)-wal"] } ?? [] }

    /// Opens the file at a path; nil if it does not exist. The file is not created.
    package static func existing(at path: String?) throws(StorageError) -> ListenerStore? {
        guard let path, access(path, F_OK) == 0 else { return nil }
        return try ListenerStore(path: path)
    }

    /// SQL statements that change each version of the schema into the next, beginning with an empty file.
    static let steps = [
        """
        CREATE TABLE station (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, url TEXT NOT NULL, favourite INTEGER NOT NULL, rating INTEGER,
            plays INTEGER NOT NULL, last_played INTEGER, heard INTEGER NOT NULL, gain REAL
        ) WITHOUT ROWID;
        CREATE TABLE playlist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, place INTEGER NOT NULL, query TEXT);
        CREATE TABLE entry (
            playlist INTEGER NOT NULL REFERENCES playlist (id) ON DELETE CASCADE, place INTEGER NOT NULL,
            station TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (playlist, place)
        ) WITHOUT ROWID;
        """,
        "ALTER TABLE station ADD COLUMN metadata TEXT",
    ]

    // MARK: Stations

    /// Returns the listener's properties of all stations, one record for each station, in the order of the records'
    /// ids.
    package func records() throws(StorageError) -> [ListenerRecord] {
        var records: [ListenerRecord] = []
        try connection.statement("\(Self.select) ORDER BY id LIMIT \(Self.maximumRecords)").run {
            records.append(Self.record($0))
        }
        return records
    }

    /// Changes the stored properties of one station, in one transaction, so that changes by other processes are not
    /// lost.
    /// - Parameters:
    ///   - record: names the station. The record's own properties are ignored.
    ///   - change: changes the stored properties. Afterwards, a rating or gain out of range becomes the nearest valid
    ///     value.
    /// - Returns: the properties that are stored now.
    @discardableResult
    package func update(
        _ record: ListenerRecord, _ change: (inout UserProperties) -> Void
    ) throws(StorageError) -> UserProperties {
        try connection.transaction { () throws(StorageError) in
            var kept = record
            kept.properties = UserProperties()
            try connection.statement("\(Self.select) WHERE id = ?").run([.text(record.id)]) {
                kept.properties = Self.record($0).properties
            }
            change(&kept.properties)
            kept.properties.limit()
            try write(kept)
            return kept.properties
        }
    }

    /// Stores records in one transaction. Each replaces the record with the same id.
    package func replace(_ records: [ListenerRecord]) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            for var record in records {
                record.properties.limit()
                try write(record)
            }
        }
    }

    /// Writes a record to its row; deletes the row if the record has no properties.
    private func write(_ record: ListenerRecord) throws(StorageError) {
        let properties = record.properties
        guard !properties.isEmpty else {
            return try connection.statement("DELETE FROM station WHERE id = ?").run([.text(record.id)])
        }
        try connection.statement(
            """
            INSERT OR REPLACE INTO station (id, name, url, favourite, rating, plays, last_played, heard, gain, metadata)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([
            .text(record.id), .text(record.name), .text(record.url), .integer(properties.isFavourite ? 1 : 0),
            .optional(properties.rating.map(Int64.init)), .integer(Int64(properties.playCount)),
            .optional(properties.lastPlayed?.milliseconds), .integer(properties.heardMilliseconds),
            .optional(properties.gain), .optional(Self.text(properties.metadata)),
        ])
    }

    private static let select =
        "SELECT id, name, url, favourite, rating, plays, last_played, heard, gain, metadata FROM station"

    private static func record(_ row: borrowing SqliteStatement) -> ListenerRecord {
        var properties = UserProperties(
            isFavourite: row.integer(3) != 0, rating: row.integerIfAny(4).map { Int($0) },
            playCount: Int(row.integer(5)), lastPlayed: row.integerIfAny(6).map { MediaTime(milliseconds: $0) },
            heard: .milliseconds(row.integer(7)), gain: row.isNull(8) ? nil : row.real(8),
            metadata: row.text(9).map(Self.metadata) ?? [:])
        // Another program may have stored values out of range.
        properties.limit()
        return ListenerRecord(
            id: row.text(0) ?? "", name: row.text(1) ?? "", url: row.text(2) ?? "", properties: properties)
    }

    /// Returns metadata as a JSON object; nil if there is none.
    private static func text(_ metadata: [String: String]) -> String? {
        guard !metadata.isEmpty else { return nil }
        let members = metadata.sorted { $0.key < $1.key }
        return JSONNode.object(members.map { .init(name: $0.key, value: .string($0.value)) }).text()
    }

    private static func metadata(_ text: String) -> [String: String] {
        guard case .object(let members)? = try? JSONReader.read(Array(text.utf8)) else { return [:] }
        return members.compactMapValues(\.string)
    }
}

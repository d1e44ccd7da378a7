import RadioFormats
import RadioStorage

extension ListenerStore {
    /// The table of levels is no step of the schema, so that versions of Longwave without it can use the file.
    private static let table = """
        CREATE TABLE IF NOT EXISTS level (id TEXT PRIMARY KEY, loudness REAL, measured INTEGER, volume REAL) WITHOUT ROWID
        """

    /// Returns the levels of stations and files, by `Station.persistentID`.
    package func levels() throws(StorageError) -> [String: StationLevel] {
        try connection.run(Self.table)
        var levels: [String: StationLevel] = [:]
        try connection.statement("SELECT id, loudness, measured, volume FROM level LIMIT \(Self.maximumRecords)").run {
            // Another program may have stored values out of range.
            let duration = Duration.milliseconds(max($0.integer(2), 0))
            let loudness = Self.number($0, 1, in: -70...20).map { LoudnessReading(loudness: $0, duration: duration) }
            levels[$0.text(0) ?? ""] = StationLevel(loudness: loudness, volume: Self.number($0, 3, in: 0...1))
        }
        return levels
    }

    private static func number(
        _ row: borrowing SqliteStatement, _ column: Int32, in range: ClosedRange<Double>
    ) -> Double? {
        let number = row.isNull(column) ? .nan : row.real(column)
        return range.contains(number) ? number : nil
    }

    /// Stores the level of a station or file.
    package func keep(_ level: StationLevel, of id: String) throws(StorageError) {
        try connection.run(Self.table)
        try connection.statement("INSERT OR REPLACE INTO level (id, loudness, measured, volume) VALUES (?, ?, ?, ?)")
            .run([
                .text(id), .optional(level.loudness?.loudness),
                .optional(level.loudness.map { Int64($0.duration / .milliseconds(1)) }), .optional(level.volume),
            ])
    }
}

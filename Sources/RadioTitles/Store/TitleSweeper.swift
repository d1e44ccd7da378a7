import RadioFormats
import RadioLoop
import RadioStorage

/// Deletes records that exceed the retention, the oldest first and a few rows in each transaction. A logger deletes
/// titles that stations showed, a player those that were heard.
struct TitleSweeper {
    let connection: SqliteConnection
    let use: TitleDatabase.Use

    /// Maximum number of rows that one transaction examines, which takes some milliseconds.
    static let maximumRows = 500
    /// Maximum number of free SQLite pages that one transaction removes from the file, so that the file becomes
    /// smaller.
    private static let maximumPages = 4096
    /// Age in milliseconds below which no record is deleted, even if the file is larger than its limit.
    private static let youngest: Int64 = 3600 * 1000

    private var name: String { use == .hearing ? "hearing" : "following" }

    /// Does one step of deletion.
    /// - Parameter now: time of a ``RetentionClock``.
    func sweep(_ retention: TitleRetention, at now: Int64) throws(StorageError) -> RetentionStep {
        var before = retention.cutoff(at: now) ?? .min
        if let bytes = retention.bytes, try usedBytes() > bytes { before = max(before, now - Self.youngest) }
        guard before > .min else { return RetentionStep() }
        return try connection.transaction { () throws(StorageError) in
            let corrections = try ClockCorrections(connection, version: TitleSchema.steps.count)
            let tracks = try sweepTracks(before, corrections)
            let corrected = try sweep(corrections, before)
            let gaps = use == .following ? try sweepGaps(tracks.hasMore ? tracks.cursor : before) : 0
            let step = RetentionStep(
                deleted: tracks.deleted + corrected + gaps,
                hasMore: tracks.hasMore || corrected > 0 || gaps == Self.maximumRows)
            if step.deleted > 0 { try connection.run("PRAGMA incremental_vacuum(\(Self.maximumPages))") }
            return step
        }
    }

    /// Returns the file's size in bytes without free pages.
    private func usedBytes() throws(StorageError) -> Int {
        var bytes = 0
        try connection.statement(.selectSize).run { bytes = Int($0.integer(0)) }
        return bytes
    }

    /// The result of one step that deletes tracks.
    private struct Step {
        /// The start time, in milliseconds since 1970, up to which all tracks were examined.
        var cursor: Int64 = .min
        var hasMore = false
        var deleted = 0
    }

    /// Deletes old tracks with corrected times that began before a time, and returns their number.
    private func sweep(_ corrections: ClockCorrections, _ before: Int64) throws(StorageError) -> Int {
        var rows: [(id: Int64, start: Int64)] = []
        for part in corrections.parts where rows.isEmpty {
            try connection.statement(.selectOldestOfClock).each([
                .integer(part.tracks.lowerBound), .integer(part.tracks.upperBound),
                .integer(use == .hearing ? 1 : 0), .integer(Int64(Self.maximumRows)),
            ]) { row in
                guard row.integer(1) < before - part.shift else { return false }
                rows.append((row.key(0), row.key(1)))
                return true
            }
        }
        for row in rows { try delete(row) }
        return rows.count
    }

    private func delete(_ row: (id: Int64, start: Int64)) throws(StorageError) {
        try connection.statement(.deleteTrack).run([.integer(row.id)])
        try connection.statement(.forgetEnd).run([.integer(row.id)])
        try connection.statement(.deleteAiring).run([.integer(row.start), .integer(row.id)])
    }

    /// Deletes the oldest tracks that began before a time, except for open ones and those with corrected times.
    private func sweepTracks(_ before: Int64, _ corrections: ClockCorrections) throws(StorageError) -> Step {
        var step = Step()
        var since: Int64?
        try connection.statement(.selectRetention).run([.text(name)]) { row in
            step.cursor = row.integer(0)
            since = row.integerIfAny(1)
        }
        let begin = step.cursor
        var rows: [(id: Int64, start: Int64)] = []
        var count = 0
        try connection.statement(.selectOldest)
            .run([.integer(begin), .integer(before), .integer(Int64(Self.maximumRows))]) { row in
                count += 1
                step.cursor = row.integer(1)
                let isOurs = (row.integer(2) != 0) == (use == .hearing)
                if isOurs, row.integer(3) == 0, corrections.shift(of: row.key(0)) == 0 {
                    rows.append((row.key(0), row.key(1)))
                }
            }
        for row in rows { try delete(row) }
        step.hasMore = count == Self.maximumRows
        step.deleted = rows.count
        // If no track was deleted and all examined tracks have the same start, the next step must begin after this
        // start. Otherwise it would examine the same tracks again.
        if step.hasMore, rows.isEmpty, step.cursor == begin { step.cursor += 1 }
        if step.deleted > 0 { since = max(since ?? .min, step.cursor + 1) }
        guard step.cursor != begin || step.deleted > 0 else { return step }
        try connection.statement(.keepRetention)
            .run([.text(name), .integer(step.cursor), .optional(since)])
        return step
    }

    /// Deletes the oldest gaps, and returns their number. Gaps are stored in the order of their ends.
    private func sweepGaps(_ before: Int64) throws(StorageError) -> Int {
        var rows: [Int64] = []
        try connection.statement(.selectOldestGaps).each([.integer(Int64(Self.maximumRows))]) { row in
            guard row.integer(1) < before else { return false }
            rows.append(row.key(0))
            return true
        }
        for row in rows { try connection.statement(.deleteGap).run([.integer(row)]) }
        return rows.count
    }
}

import RadioFormats
import RadioJSON
import RadioLoop
import RadioStorage
import RadioText

/// The file of titles, in SQLite: tracks with station, begin and end; gaps; and the stations' states for the next run.
/// Schema: docs/LOGGER.md.
///
/// Every call blocks, so a database belongs to a worker's thread, one call at a time. Several processes may use one
/// file (WAL mode).
package final class TitleDatabase {
    /// The kind of titles that a process records. A logger and a player may record titles of the same station in one
    /// file.
    package enum Use: Sendable {
        /// Titles that stations show, recorded by a logger.
        case following
        /// Titles that a listener heard, recorded by a player in rows with the source `heard`.
        case hearing
    }

    private let connection: SqliteConnection
    private let use: Use
    /// The id of this process's row in `run`; 0 until the process follows stations.
    private(set) var run: Int64 = 0
    /// The id of the first track that is recorded with the present wall clock; 0 until ``begin(_:)``.
    private var firstOfClock: Int64 = 0

    package convenience init(path: String, use: Use = .following) throws(StorageError) {
        do throws(StorageError) { try self.init(SqliteConnection(path: path), use: use) } catch {
            throw error.naming(path)
        }
    }

    init(_ connection: SqliteConnection, use: Use) throws(StorageError) {
        (self.connection, self.use) = (connection, use)
        try Self.prepare(connection)
    }

    private static func prepare(_ connection: SqliteConnection) throws(StorageError) {
        try connection.refuseNewer(than: TitleSchema.steps.count)
        // These settings must come before the first write. Incremental vacuum lets the file become smaller. SQLite
        // writes changed pages as a whole, so small pages reduce the bytes written by a third.
        if try connection.isEmpty() { try connection.run("PRAGMA page_size=1024; PRAGMA auto_vacuum=INCREMENTAL") }
        // Deleted data is not overwritten: nothing in the file is secret, and overwriting log lines would double the
        // bytes written for them.
        try connection.run("PRAGMA secure_delete=OFF")
        // With these settings, committed data survives a power cut.
        try connection.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
        // Pages that change often are copied to the file itself only when the WAL has reached 16 MB.
        try connection.run("PRAGMA wal_autocheckpoint=\((16 << 20) / max(try connection.pageSize(), 512))")
        try connection.migrate(TitleSchema.steps)
    }

    // MARK: Writing

    /// Time since a run's last sign of life after which the run counts as over, even if the clock changed or the
    /// computer slept.
    static let silence = Duration.seconds(3600)

    /// Records that this process follows stations from now on. Must be called after the states and lines of earlier
    /// runs were read.
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - number: number of the last line in the log that this run continues. New lines get greater numbers.
    package func beginRun(at now: Int64, linesAfter number: Int64 = 0) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            // The silence of other runs is measured against the newest record, as in a ``RetentionClock``.
            let past = min(now, try newest() ?? now) - Self.milliseconds(Self.silence)
            try connection.statement(.insertRun).run([.integer(now)])
            run = connection.lastRow
            try connection.statement(.deleteRuns).run([.integer(past)])
            // The output streams of runs that are over, such as standard output, are closed. Lines that still wait for
            // them are deleted.
            try connection.statement(.deleteStreams).run([.integer(past)])
            try connection.statement(.deleteUnnamed).run()
            try goOn(after: number)
        }
    }

    /// Stores the clock with which tracks are recorded from now on.
    /// - Returns: the correction if the clock was set since the last call at this start of the computer, perhaps by
    ///   another process; otherwise nil.
    func begin(_ clock: BootClock) throws(StorageError) -> ClockCorrection? {
        guard !clock.boot.isEmpty else { return nil }
        return try connection.transaction { () throws(StorageError) in try keep(clock) }
    }

    private func keep(_ clock: BootClock) throws(StorageError) -> ClockCorrection? {
        var last: Int64?
        try connection.statement(.selectClock).run([.text(clock.boot)]) { row in
            (firstOfClock, last) = (row.key(0), row.integer(1))
        }
        let correction = last.flatMap { ClockCorrection(clock, since: $0) }
        guard last == nil || correction != nil else { return nil }
        try connection.statement(.selectNextTrack).run { firstOfClock = $0.key(0) }
        try connection.statement(.deleteClocks).run([.integer(firstOfClock), .text(clock.boot)])
        try connection.statement(.insertClock)
            .run([.integer(firstOfClock), .text(clock.boot), .integer(clock.offset)])
        try connection.statement(.boundClocks).run([.integer(Int64(ClockCorrections.maximumClocks))])
        return correction
    }

    /// Lets later calls retry for up to three seconds while another process locks the file.
    func waitsBriefly() throws(StorageError) { try connection.run("PRAGMA busy_timeout=3000") }

    /// Continues the run with the id `run`, which began before the file was reopened.
    func resume(run: Int64) { self.run = run }

    /// Makes the numbers of later lines greater than `number`.
    private func goOn(after number: Int64) throws(StorageError) {
        guard number > 0 else { return }
        try connection.statement(.raiseNumber).run([.integer(number)])
        guard connection.changeCount == 0 else { return }
        try connection.statement(.insertNumber).run([.integer(number)])
    }

    /// Returns the log's name. A log without a name, such as standard output, gets a name for this run only, because no
    /// later run continues it.
    private func fullName(_ log: String) -> String { log.isEmpty ? "stream:\(run)" : log }

    /// The data that one transaction writes.
    package struct Batch: Sendable {
        package static var empty: Batch { Batch() }
        package var records: [StationRecord] = []
        /// The records' log lines, in order, without numbers.
        package var lines: [String] = []
        /// Name of the log that the lines belong to; empty for a stream such as standard output.
        var log = ""
        /// States of stations that have changed.
        package var states: [StationState] = []
        /// The current time, as a sign of life of a process that follows stations, in milliseconds since 1970; nil for
        /// a process that follows none.
        package var alive: Int64?
        /// When the batch is written, in milliseconds since 1970.
        var now = WallClock.milliseconds
        /// The present clock, for a file that must be opened again.
        var clock: BootClock?
        /// The number up to which lines are in the log itself, safe from a power cut, and can be deleted from this
        /// file.
        var handedOn: Int64 = 0
        /// The number of the last line that got its number while this file could not be written; 0 if there is none.
        var linesAfter: Int64 = 0
    }

    /// Writes the whole batch or nothing. Returns the consecutive numbers of the lines once they are durable.
    package func write(_ batch: Batch) throws(StorageError) -> [Int64] {
        let log = fullName(batch.log)
        return try connection.transaction { () throws(StorageError) in
            if batch.handedOn > 0 {
                try connection.statement(.deleteLines).run([.integer(batch.handedOn), .text(log)])
            }
            try goOn(after: batch.linesAfter)
            for state in batch.states { try write(state) }
            for record in batch.records { try write(record) }
            for state in batch.states { try writeOpen(state) }
            if let alive = batch.alive {
                try connection.statement(.keepRun).run([.integer(alive), .integer(run)])
            }
            return try write(batch.lines, of: log, at: batch.now)
        }
    }

    /// Writes all lines into one row; lines contain no line breaks. Returns their numbers.
    private func write(_ lines: [String], of log: String, at now: Int64) throws(StorageError) -> [Int64] {
        guard !lines.isEmpty else { return [] }
        var last: Int64 = 0
        try connection.statement(.selectNumber).run { last = $0.integer(0) }
        let numbers = (1...lines.count).map { last + Int64($0) }
        try connection.statement(.insertLines).run([
            .integer(numbers[lines.count - 1]), .text(log), .text(lines.joined(separator: "\n")), .integer(now),
        ])
        return numbers
    }

    private func write(_ state: StationState) throws(StorageError) {
        if use == .hearing {
            return try connection.statement(.nameStation).run([.text(state.id), .text(state.name)])
        }
        try connection.statement(.keepStation).run([
            .text(state.id), .text(state.name), .optional(state.seenUntil), state.isFollowed ? .integer(run) : .null,
        ])
    }

    private func writeOpen(_ state: StationState) throws(StorageError) {
        for open in state.open {
            let track = open.track
            guard let row = try row(of: track.track, began: track.began, station: state.id) else { continue }
            try connection.statement(.keepTrack).run([
                open.isShown && use == .following ? .null : .integer(track.lastShown.wall),
                .integer(Self.milliseconds(track.unseen)), .integer(row),
            ])
        }
    }

    private func row(of track: TrackInfo, began: LogMoment, station: String) throws(StorageError) -> Int64? {
        var row: Int64?
        try connection.statement(.findTrack).run([
            .integer(began.wall), .text(station), .text(track.kind.rawValue), .text(track.text),
        ]) { row = $0.key(0) }
        return row
    }

    /// Writes a record to the tables of tracks, ends, airings and gaps.
    private func write(_ record: StationRecord) throws(StorageError) {
        switch record.record {
        case .track(let begin):
            let track = begin.track
            try connection.statement(.insertTrack).run([
                .text(record.station), .integer(begin.at.wall), .integer(Int64(record.offset)),
                .text(track.kind.rawValue), .optional(track.artist), .optional(track.title), .text(track.text),
                .optional(track.album), .optional(track.duration.map(Self.milliseconds)), .optional(track.artworkURL),
                .optional(track.linkURL), .optional(Self.identifiers(track)), .optional(track.charset),
                .blob(track.raw),
                .text(begin.source.rawValue),
            ])
            let row = connection.lastRow
            try connection.statement(.openTrack).run([.integer(row)])
            try AiringLister(connection: connection).add(
                track, row: row, start: begin.at.wall, station: record.station, isHeard: begin.source == .heard)
        case .end(let end):
            guard let row = try row(of: end.track, began: end.began, station: record.station) else { return }
            try connection.statement(.closeTrack).run([.integer(row)])
            guard connection.changeCount > 0 else { return }
            // If the clock was set during the track, its end is stored by the clock of its beginning.
            let at = row < firstOfClock ? end.began.wall + Self.milliseconds(end.duration) : end.at.wall
            try connection.statement(.endTrack).run([
                .integer(row), .integer(at), .integer(Self.milliseconds(end.unseen)),
            ])
        case .gap(let gap):
            try connection.statement(.insertGap).run([
                .text(record.station), .integer(gap.from.wall), .integer(gap.until.wall), .text(gap.reason),
            ])
        case .clock(let correction): if !correction.clock.boot.isEmpty { _ = try keep(correction.clock) }
        }
    }

    // MARK: Liked songs

    /// Marks a song as liked or no longer liked. A song that is liked already keeps its first entry.
    /// - Parameter isLiked: the new state; nil toggles it.
    /// - Returns: whether the song is liked now.
    package func like(_ isLiked: Bool?, _ played: PlayedTrack) throws(StorageError) -> Bool {
        try connection.transaction { () throws(StorageError) in
            let track = played.track
            let song = SongKey.liked(artist: track.artist, title: track.title, text: track.text)
            if isLiked != true {
                try connection.statement(.deleteLiked).run([.integer(song)])
                if isLiked == false || connection.changeCount > 0 { return false }
            }
            try connection.statement(.insertLiked).run([
                .integer(song), .text(played.station), .text(played.stationName), .integer(played.start.milliseconds),
                .integer(Int64(played.offset)), .text(track.kind.rawValue), .optional(track.artist),
                .optional(track.title), .text(track.text), .optional(track.album),
                .optional(track.duration.map(Self.milliseconds)), .optional(track.artworkURL),
                .optional(track.linkURL), .optional(track.charset), .blob(track.raw),
            ])
            return true
        }
    }

    // MARK: After a restart

    /// Returns the states in which earlier runs left these stations. The result has no entry for an unknown station.
    /// Stored wall clock times are converted relative to `now`.
    package func states(of ids: Set<String>, at now: LogMoment) throws(StorageError) -> [String: StationState] {
        let reader = LeftReader(connection: connection, now: now)
        return use == .hearing ? try reader.heard(of: ids) : try reader.followed(of: ids)
    }

    /// Extra time for which a track stays open after it has not been shown for ``TrackDetector/window``. In this time,
    /// the follower of its station, perhaps in another process, can end the track first.
    static let respite = Duration.seconds(120)

    /// Returns end records for open tracks that were last shown long ago and whose station no process follows any more:
    /// it was removed from the list of stations, or the logger was not started again.
    /// - Parameters:
    ///   - ids: ids of the stations that this process follows. They are left out, because their followers end their
    ///     tracks.
    ///   - now: the current moment.
    package func abandoned(besides ids: Set<String>, at now: LogMoment) throws(StorageError) -> [AbandonedTracks] {
        let states = try LeftReader(connection: connection, now: now).open(besides: ids)
        let past = now.earlier(at: now.monotonic.advanced(by: .zero - Self.respite))
        return states.sorted { $0.id < $1.id }.compactMap { state in
            var detector = TrackDetector(at: now, open: state.open.map(\.track))
            let ends = detector.expire(at: past)
            return ends.isEmpty ? nil : AbandonedTracks(id: state.id, name: state.name, ends: ends)
        }
    }

    /// How long lines are stored for a log that no process writes any more.
    static let longestWait = Duration.seconds(30 * 86_400)

    /// Returns the time of the newest track or sign of life of a process, in milliseconds since 1970; nil if the file
    /// has none.
    func newest() throws(StorageError) -> Int64? {
        var newest: Int64?
        try connection.statement(.selectNewest).run { if !$0.isNull(0) { newest = $0.integer(0) } }
        return newest
    }

    /// Does one step of the maintenance that runs between writes.
    /// - Parameters:
    ///   - log: name of the log that this process writes.
    ///   - now: time of a ``RetentionClock``.
    package func tidy(_ retention: TitleRetention, log: String = "", at now: Int64) throws(StorageError)
        -> RetentionStep
    {
        if try AiringLister(connection: connection).step() { return RetentionStep(hasMore: true) }
        try connection.statement(.deleteOldLines)
            .run([.integer(now - Self.milliseconds(Self.longestWait)), .text(fullName(log))])
        if connection.changeCount > 0 { return RetentionStep(deleted: connection.changeCount, hasMore: true) }
        return try sweep(retention, at: now)
    }

    /// Deletes some of the records that exceed the retention.
    func sweep(_ retention: TitleRetention, at now: Int64) throws(StorageError) -> RetentionStep {
        try TitleSweeper(connection: connection, use: use).sweep(retention, at: now)
    }

    /// Returns the lines of a log after the line `number` that are stored in this file, because the log may lack them.
    package func lines(after number: Int64, of log: String, atMost limit: Int) throws(StorageError) -> [TitleStore.Line]
    {
        var lines: [TitleStore.Line] = []
        var bytes = 0
        try connection.statement(.selectLines).each([.integer(number), .text(fullName(log))]) {
            let texts = ($0.text(1) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            let first = $0.integer(0) - Int64(texts.count) + 1
            for (index, text) in texts.enumerated() where first + Int64(index) > number {
                guard lines.count < limit, bytes < TitleStore.maximumLeftBytes else { return false }
                lines.append(TitleStore.Line(number: first + Int64(index), text: String(text)))
                bytes += text.utf8.count
            }
            return lines.count < limit && bytes < TitleStore.maximumLeftBytes
        }
        return lines
    }

    /// True if the open file is still the file at its path: it was not deleted or replaced.
    var isInPlace: Bool { connection.isInPlace }

    /// Renames the damaged file, and returns its new path; nil if the path has another file already. The database cannot
    /// be used afterwards.
    func setAside() throws(StorageError) -> String? { try connection.setAside() }

    /// Number of SQLite pages read from the file so far.
    var pagesRead: Int { connection.pagesRead }

    /// Returns the size in bytes of the pages written so far, without those that checkpoints copied.
    func bytesWritten() throws(StorageError) -> Int { connection.pagesWritten * (try connection.pageSize()) }

    /// Limits the file to `count` pages, or to its present size if that is larger. For tests.
    func limitPages(to count: Int = 1) throws(StorageError) {
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA max_page_count = \(count)")
    }

    /// Returns the track's identifiers as a JSON object; nil if it has none.
    private static func identifiers(_ track: TrackInfo) -> String? {
        guard !track.identifiers.isEmpty else { return nil }
        let members = track.identifiers.map { JSONNode.Member(name: $0.name, value: .string($0.value)) }
        return JSONNode.object(members).text()
    }

    private static func milliseconds(_ duration: Duration) -> Int64 { duration.nanoseconds / 1_000_000 }
}

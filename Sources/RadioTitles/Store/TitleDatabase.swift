import RadioFormats
import RadioJSON
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
    private(set) var run: Int64 = 0

    init(path: String, use: Use = .following) throws(StorageError) {
        self.use = use
        connection = try SqliteConnection(path: path)
        do throws(StorageError) { try Self.prepare(connection) } catch { throw error.naming(path) }
    }

    private static func prepare(_ connection: SqliteConnection) throws(StorageError) {
        // A new file can become smaller. Before anything is written into it. Each page that something of is written goes to
        // the disk as a whole: small ones make a third less of it.
        if try connection.isEmpty() { try connection.run("PRAGMA page_size=1024; PRAGMA auto_vacuum=INCREMENTAL") }
        // Nothing in it is a secret; overwriting what is deleted doubles what is written of lines.
        try connection.run("PRAGMA secure_delete=OFF")
        // What was committed survives a power cut, too.
        try connection.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
        // Pages that are written again and again reach the file itself more rarely: with 16 MB of them.
        try connection.run("PRAGMA wal_autocheckpoint=\((16 << 20) / max(try connection.pageSize(), 512))")
        try connection.migrate(TitleSchema.steps)
    }

    // MARK: Writing

    /// How long after it said last that it lives a run is over, whatever the clock or a sleeping machine did.
    static let silence = Duration.seconds(3600)

    /// Says that this process follows stations from now on. What runs before left is read first.
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - number: of the last line that is in this run's log; where the file of titles is younger, its numbers go on from there.
    func beginRun(at now: Int64, linesAfter number: Int64 = 0) throws(StorageError) {
        try connection.transaction { () throws(StorageError) in
            try connection.statement(.insertRun).run([.integer(now)])
            run = connection.lastRow
            let past = now - Self.milliseconds(Self.silence)
            try connection.statement(.deleteRuns).run([.integer(past)])
            // Nobody will read what they had for their streams.
            try connection.statement(.deleteStreams).run([.integer(past)])
            try connection.statement(.deleteUnnamed).run()
            try goOn(after: number)
        }
    }

    /// From now on whoever holds the file for longer than three seconds is waited for by trying again.
    func waitsBriefly() throws(StorageError) { try connection.run("PRAGMA busy_timeout=3000") }

    /// Goes on with a run that was begun with the file open before.
    func resume(run: Int64) { self.run = run }

    /// Numbers of lines to come are greater.
    private func goOn(after number: Int64) throws(StorageError) {
        guard number > 0 else { return }
        try connection.statement(.raiseNumber).run([.integer(number)])
        guard connection.changeCount == 0 else { return }
        try connection.statement(.insertNumber).run([.integer(number)])
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
        /// Milliseconds since 1970.
        var now = WallClock.milliseconds
        /// Lines up to this number were handed on and are not needed any more.
        var handedOn: Int64 = 0
        /// Lines up to this number got it elsewhere.
        var linesAfter: Int64 = 0
    }

    /// Writes all of it or nothing; the numbers of the lines, one after the other, when it is durable.
    func write(_ batch: Batch) throws(StorageError) -> [Int64] {
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

    /// All of them in one row. A line has no line break in it.
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
        ]) { row = $0.integer(0) }
        return row
    }

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
            try connection.statement(.endTrack).run([
                .integer(row), .integer(end.at.wall), .integer(Self.milliseconds(end.unseen)),
            ])
        case .gap(let gap):
            try connection.statement(.insertGap).run([
                .text(record.station), .integer(gap.from.wall), .integer(gap.until.wall), .text(gap.reason),
            ])
        }
    }

    // MARK: What is liked

    /// Keeps a song as liked, or no longer; the first time that it was liked counts.
    /// - Parameter isLiked: nil: the other.
    /// - Returns: whether it is liked now.
    func like(_ isLiked: Bool?, _ played: PlayedTrack) throws(StorageError) -> Bool {
        try connection.transaction { () throws(StorageError) in
            let track = played.track
            let song = SongKey.song(artist: track.artist, title: track.title, text: track.text)
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

    /// What an earlier run left of these stations; those that it did not know are missing. Times are of the wall's clock,
    /// as seen from `now`.
    func states(of ids: Set<String>, at now: LogMoment) throws(StorageError) -> [String: StationState] {
        let reader = LeftReader(connection: connection, now: now)
        return use == .hearing ? try reader.heard(of: ids) : try reader.followed(of: ids)
    }

    /// How much longer than its own follower, which may be another process, a track is left open.
    static let respite = Duration.seconds(120)

    /// Ends of tracks that nobody follows any more and that are out of sight for too long: their station has left the list, or
    /// the run that followed it has not come back.
    /// - Parameters:
    ///   - ids: stations that are followed, and end their tracks themselves.
    ///   - now: the moment.
    func abandoned(besides ids: Set<String>, at now: LogMoment) throws(StorageError) -> [AbandonedTracks] {
        let states = try LeftReader(connection: connection, now: now).open(besides: ids)
        let past = now.earlier(at: now.monotonic.advanced(by: .zero - Self.respite))
        return states.sorted { $0.id < $1.id }.compactMap { state in
            var detector = TrackDetector(at: now, open: state.open.map(\.track))
            let ends = detector.expire(at: past)
            return ends.isEmpty ? nil : AbandonedTracks(id: state.id, name: state.name, ends: ends)
        }
    }

    /// How long lines wait for a log that nobody writes any more.
    static let longestWait = Duration.seconds(30 * 86_400)

    /// A step of what is done beside writing; whether there is more to do.
    /// - Parameter log: that this process writes.
    func tidy(_ retention: TitleRetention, log: String = "", at now: Int64) throws(StorageError) -> Bool {
        if try AiringLister(connection: connection).step() { return true }
        try connection.statement(.deleteOldLines)
            .run([.integer(now - Self.milliseconds(Self.longestWait)), .text(fullName(log))])
        if connection.changeCount > 0 { return true }
        return try sweep(retention, at: now)
    }

    /// Deletes some of what need not be kept any longer; whether there may be more.
    func sweep(_ retention: TitleRetention, at now: Int64) throws(StorageError) -> Bool {
        try TitleSweeper(connection: connection, use: use).sweep(retention, at: now)
    }

    /// Lines of a log that were durable and may not have been handed on, with their numbers.
    func lines(after number: Int64, of log: String, atMost limit: Int) throws(StorageError) -> [TitleStore.Line] {
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

    /// Whether the file that is open is still the one with its name.
    var isInPlace: Bool { connection.isInPlace }

    /// Pages of the file that were read so far.
    var pagesRead: Int { connection.pagesRead }

    /// Bytes of pages that were written so far, but for what checkpoints copy.
    func bytesWritten() throws(StorageError) -> Int { connection.pagesWritten * (try connection.pageSize()) }

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

import Glibc
import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct TitleSweeperTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private static let hour: Int64 = 3_600_000

    /// Fills the database with tracks of one station, one per hour from the time 0 on. Every fourth track was also
    /// heard by a player.
    private func fill(_ count: Int, raw: Int = 4) throws {
        let following = try TitleDatabase(path: path)
        let hearing = try TitleDatabase(path: path, use: .hearing)
        let begin = TitleDatabaseTests.moment(0).wall
        func record(_ number: Int, _ source: TitleSource) -> [StationRecord] {
            let at = LogMoment(wall: begin + Int64(number) * Self.hour, monotonic: .now)
            var track = TitleDatabaseTests.song("\(number)")
            track.raw = [UInt8](repeating: 7, count: raw)
            let end = TitleRecord.End(at: at, track: track, began: at, duration: .zero, unseen: .zero)
            let gap = TitleRecord.Gap(from: at, until: at, reason: "lost")
            var records: [TitleRecord] = [
                .track(TitleRecord.Begin(at: at, track: track, source: source)), .end(end),
            ]
            if source == .inBand { records.append(.gap(gap)) }
            return records.map { StationRecord(station: "one", record: $0, offset: 0) }
        }
        let state = [StationState(id: "one", name: "One", seenUntil: begin)]
        _ = try following.write(
            TitleDatabase.Batch(records: (0..<count).flatMap { record($0, .inBand) }, states: state))
        _ = try hearing.write(
            TitleDatabase.Batch(records: (0..<count / 4).flatMap { record($0 * 4, .heard) }, states: state))
    }

    private func count(_ sql: String) throws -> Int {
        var count = 0
        let connection = try SqliteConnection(path: path)
        try withExtendedLifetime(connection) {
            try connection.statement(sql).run { count = Int($0.integer(0)) }
        }
        return count
    }

    private var shown: Int { get throws { try count("SELECT count(*) FROM track WHERE source <> 'heard'") } }
    private var heard: Int { get throws { try count("SELECT count(*) FROM track WHERE source = 'heard'") } }

    private func sweep(_ text: String, at hours: Int64, use: TitleDatabase.Use = .following) throws -> Int {
        let database = try TitleDatabase(path: path, use: use)
        let retention = try #require(TitleRetention(text))
        var steps = 1
        let now = TitleDatabaseTests.moment(0).wall + hours * Self.hour
        while try database.sweep(retention, at: now).hasMore, steps < 1000 {
            steps += 1
        }
        return steps
    }

    /// The logger and the player delete their own old tracks, some hundred rows at a time, and record from which time
    /// on their data is complete.
    @Test func whatIsTooOldGoes() throws {
        try fill(3000)
        let steps = try sweep("100d", at: 3000)
        #expect(try shown == 2400 && heard == 750)
        #expect(steps >= 600 * 5 / 4 / TitleSweeper.maximumRows)
        #expect(try count("SELECT count(*) FROM gap") == 2400)
        let begin = TitleDatabaseTests.moment(0).wall
        let since = try TitleHistory(path: path).keptSince()
        #expect(since.heard == nil)
        #expect(
            (begin + 599 * Self.hour + 1...begin + 600 * Self.hour).contains(try #require(since.shown).milliseconds))
        _ = try sweep("50d", at: 3000, use: .hearing)
        #expect(try shown == 2400 && heard == 300)
        // A sweep that finds nothing old reads next to nothing.
        let database = try TitleDatabase(path: path)
        let before = database.pagesRead
        #expect(
            try database.sweep(try #require(TitleRetention("100d")), at: begin + 3000 * Self.hour) == RetentionStep())
        #expect(database.pagesRead < before + 10)
    }

    @Test func theFileStaysWithinItsSize() throws {
        try fill(3000, raw: 3000)
        #expect(try sweep("8M", at: 1_000_000) > 3)
        let bytes = try count(
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        #expect(bytes <= 9 << 20, "\(bytes)")
        let left = try shown
        #expect(left > 1200 && left < 2500, "\(left)")
        #expect(try heard == 750, "what was heard is the player's")
        #expect(try count("SELECT min(start) FROM track WHERE source <> 'heard'") > 0)
    }

    /// Open tracks and very new tracks stay, however large the database is.
    @Test func whatIsNewStays() throws {
        try fill(1000, raw: 3000)
        _ = try sweep("1M", at: 1)
        #expect(try shown == 1000)
    }

    @Test(
        arguments: [
            ("90d", 90 * 86_400, nil), ("10G", nil, 10 << 30), ("2y", 2 * 366 * 86_400, nil), ("1h,5m", 3600, 5 << 20),
            ("all", nil, nil),
        ] as [(String, Int?, Int?)])
    func whatAPersonSays(_ text: String, _ seconds: Int?, _ bytes: Int?) throws {
        let retention = try #require(TitleRetention(text))
        #expect(retention.age == seconds.map { .seconds($0) } && retention.bytes == bytes)
    }

    @Test(arguments: ["", "90", "d", "-1d", "0d", "10K", "1d,2d", "1G,", "90d 10G", "99999999999d", "1.5d"])
    func whatMeansNothing(_ text: String) { #expect(TitleRetention(text) == nil) }

    /// A database of the first version is converted.
    @Test func anOldFileIsBroughtUp() throws {
        try SqliteConnection(path: path).migrate([TitleSchema.steps[0]])
        #expect(try TitleHistory(path: path).keptSince().shown == nil)
        try fill(100)
        _ = try sweep("10h", at: 100)
        #expect(try shown == 10)
    }

    /// A store is opened with a clock that is a hundred days ahead. It deletes nothing until its process has run for
    /// long enough, then says how much it deletes.
    @Test func `a clock that is ahead deletes no title`() throws {
        try fill(240)
        let loop = try EventLoop.byHand()
        let newest = TitleDatabaseTests.moment(0).wall + 239 * Self.hour
        loop.setWallClock(milliseconds: newest + 100 * 24 * Self.hour)
        var deleted = 0
        let store = TitleStore(
            loop: loop, worker: BlockingWorker(loop: loop), path: path,
            keeping: TitleRetention(age: .seconds(10 * 86_400))
        ) {
            if case .deleted(let count) = $0 { deleted += count }
        }
        var isOpen = false
        store.open(stations: [], at: loop.moment) { _ in isOpen = true }
        #expect(loop.turn { isOpen })
        for _ in 0..<20 {
            loop.pass(.seconds(60))
            loop.turn(for: .milliseconds(5))
        }
        #expect(try shown == 240 && heard == 60 && deleted == 0)
        loop.pass(.seconds(3600 * 24))
        #expect(loop.turn(passing: .seconds(60), untilElsewhere: { deleted >= 40 }))
        let left = try shown
        #expect(left < 240 && left > 200, "\(left)")
        #expect(try heard == 60, "what was heard is the player's")
        var isClosed = false
        store.close { isClosed = true }
        #expect(loop.turn { isClosed })
    }
}

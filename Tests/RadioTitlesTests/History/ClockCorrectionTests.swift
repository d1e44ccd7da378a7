import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

/// Titles that were recorded before the wall clock was right have right times when they are queried.
@Suite struct ClockCorrectionTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }
    private static let wrong: Int64 = 1_000_000
    private static let right: Int64 = 1_795_273_200_000

    init() throws { directory = try TemporaryDirectory() }

    private static func clock(_ boot: String, _ wall: Int64, uptime seconds: Int64) -> BootClock {
        BootClock(boot: boot, wall: wall, boottime: MonotonicInstant(nanoseconds: seconds * 1_000_000_000))
    }

    /// Returns the beginning of a track and, if `end` is not nil, its end.
    private static func track(_ title: String, _ wall: Int64, end: Int64? = nil) -> [StationRecord] {
        let track = TrackInfo(kind: .song, artist: "X", title: title, text: "X - \(title)")
        let at = LogMoment(wall: wall, monotonic: MonotonicInstant(nanoseconds: 0))
        var records = [TitleRecord.track(.init(at: at, track: track, source: .inBand))]
        if let end {
            let over = LogMoment(wall: end, monotonic: at.monotonic.advanced(by: .seconds(100)))
            records.append(.end(.init(at: over, track: track, began: at, duration: .seconds(100), unseen: .zero)))
        }
        return records.map { StationRecord(station: "one", record: $0, offset: 0) }
    }

    private func write(_ database: TitleDatabase, _ records: [StationRecord]) throws {
        let state = StationState(id: "one", name: "One", seenUntil: Self.right)
        _ = try database.write(TitleDatabase.Batch(records: records, states: [state]))
    }

    private func titles(_ change: (inout SongQuery) -> Void = { _ in }) throws -> [String] {
        var query = SongQuery()
        change(&query)
        var titles: [String] = []
        try TitleHistory(path: path).tracks(query, oldestFirst: true) {
            let end = $0.end.map { "-\(($0.milliseconds - Self.right) / 1000)" } ?? ""
            titles.append("\($0.track.title ?? "") \(($0.start.milliseconds - Self.right) / 1000)\(end)")
            return true
        }
        return titles
    }

    /// A computer without a clock of its own starts in 1970. After 300 s, its clock is set.
    private func fill() throws {
        let database = try TitleDatabase(path: path)
        #expect(try database.begin(Self.clock("a", Self.right - 5_000_000, uptime: 99)) == nil)
        try write(database, Self.track("before", Self.right - 4_000_000, end: Self.right - 3_900_000))
        #expect(try database.begin(Self.clock("b", Self.wrong, uptime: 10)) == nil)
        try write(database, Self.track("first", Self.wrong + 60_000, end: Self.wrong + 160_000))
        try write(database, Self.track("second", Self.wrong + 200_000))
        let set = Self.clock("b", Self.right, uptime: 310)
        let correction = try #require(ClockCorrection(set, since: Self.clock("b", Self.wrong, uptime: 10).offset))
        try write(database, [StationRecord(station: "", record: .clock(correction), offset: 0)])
        var ended = Self.track("second", Self.wrong + 200_000, end: Self.right)
        ended.removeFirst()
        try write(database, ended + Self.track("third", Self.right + 1000, end: Self.right + 101_000))
    }

    @Test func `times are corrected, and rows stay`() throws {
        try fill()
        let expected = ["before -4000--3900", "first -240--140", "second -100-0", "third 1-101"]
        #expect(try titles() == expected)
        #expect(try titles { $0.station = "one" } == expected)
        #expect(try titles { $0.words = ["first"] } == ["first -240--140"])
        #expect(try titles { $0.since = MediaTime(milliseconds: Self.right - 100_000) } == Array(expected[2...]))
        #expect(try titles { $0.until = MediaTime(milliseconds: Self.right - 100_000) } == Array(expected[..<2]))
        var starts: [Int64] = []
        let connection = try SqliteConnection(path: path)
        try connection.statement("SELECT start FROM track ORDER BY id").run { starts.append($0.integer(0)) }
        #expect(starts == [Self.right - 4_000_000, Self.wrong + 60_000, Self.wrong + 200_000, Self.right + 1000])
        // Counts use the corrected times, too.
        let history = try TitleHistory(path: path)
        var query = SongQuery()
        query.since = MediaTime(milliseconds: Self.right - 250_000)
        #expect(try history.most(query).map(\.title) == ["third", "second", "first"])
        #expect(try history.most(query).map { $0.last.milliseconds - Self.right } == [1000, -100_000, -240_000])
        query.words = SongQuery.words("x")
        #expect(try history.most(query).map(\.title) == ["third", "second", "first"])
    }

    /// Old titles are deleted by their corrected times.
    @Test func `corrected titles have their true age`() throws {
        try fill()
        let database = try TitleDatabase(path: path)
        let hour = TitleRetention(age: .seconds(3600))
        while try database.sweep(hour, at: Self.right + 60_000).hasMore {}
        #expect(try titles().map { $0.prefix { $0 != " " } } == ["first", "second", "third"])
        while try database.sweep(hour, at: Self.right + 3_600_000 - 200_000).hasMore {}
        #expect(try titles().map { $0.prefix { $0 != " " } } == ["second", "third"])
    }

    /// The clock was set while no process recorded titles. The next process that opens the file notices it.
    @Test func `a clock that is set between two runs`() throws {
        var database: TitleDatabase? = try TitleDatabase(path: path)
        #expect(try database?.begin(Self.clock("b", Self.wrong, uptime: 10)) == nil)
        try write(#require(database), Self.track("first", Self.wrong + 60_000, end: Self.wrong + 160_000))
        database = try TitleDatabase(path: path)
        // A clock that has drifted was not set.
        #expect(try database?.begin(Self.clock("b", Self.wrong + 230_000, uptime: 200)) == nil)
        let correction = try database?.begin(Self.clock("b", Self.right, uptime: 310))
        #expect(correction?.shift == Self.right - Self.wrong - 300_000)
        #expect(try database?.begin(Self.clock("b", Self.right + 5000, uptime: 315)) == nil)
        #expect(try titles() == ["first -240--140"])
        // A wrong clock is set and set back: the times are as before.
        _ = try database?.begin(Self.clock("b", 99, uptime: 320))
        #expect(try titles() != ["first -240--140"])
        _ = try database?.begin(Self.clock("b", Self.right + 20_000, uptime: 330))
        #expect(try titles() == ["first -240--140"])
    }

    @Test func `the table stays small`() throws {
        let database = try TitleDatabase(path: path)
        for number in 0..<500 {
            _ = try database.begin(Self.clock("boot \(number)", Self.right + Int64(number) * 1_000_000, uptime: 10))
            try write(database, Self.track("\(number)", Self.right + Int64(number) * 1_000_000))
        }
        var count: Int64 = 0
        let connection = try SqliteConnection(path: path)
        try connection.statement("SELECT count(*) FROM clock").run { count = $0.integer(0) }
        #expect(count <= 2)
        for number in 0..<500 {
            let wall = Self.right + Int64(number) * 1_000_000
            _ = try database.begin(Self.clock("set \(number)", Self.wrong, uptime: 10))
            try write(database, Self.track("wrong \(number)", Self.wrong))
            _ = try database.begin(Self.clock("set \(number)", wall, uptime: 20))
            try write(database, Self.track("right \(number)", wall))
        }
        try connection.statement("SELECT count(*) FROM clock").run { count = $0.integer(0) }
        #expect(count <= Int64(ClockCorrections.maximumClocks))
        // Queries with all corrections work.
        #expect(try titles { $0.limit = 5 }.count == 5)
        #expect(try TitleHistory(path: path).stations(SongQuery()).map(\.count) == [1500])
        #expect(try TitleHistory(path: path).most(SongQuery()).count == 1500)
        let last = try titles { $0.since = MediaTime(milliseconds: Self.right + 499_000_000 - 20_000) }
        #expect(last == ["wrong 499 498990", "499 499000", "right 499 499000"])
    }

    @Test func `only a clock that is set is a correction`() {
        var watch = ClockWatch()
        let clocks: [(wall: Int64, uptime: Int64)] = [
            (0, 100), (1_050_000, 1100), (5_000_000, 5000), (5_061_000, 5001), (5_062_000, 5002), (0, 5003),
        ]
        let shifts = clocks.map { watch.look(Self.clock("a", $0.wall, uptime: $0.uptime))?.shift }
        #expect(shifts == [nil, nil, nil, nil, nil, -5_063_000])
        // After a hundred days, a clock may have lost ten minutes.
        let day: Int64 = 86_400
        #expect(!Self.clock("a", 0, uptime: 100 * day).wasSet(since: 600_000 - 100 * day * 1000))
        #expect(Self.clock("a", 0, uptime: 100 * day).wasSet(since: 900_000 - 100 * day * 1000))
        #expect(Self.clock("a", .max, uptime: 0).wasSet(since: .min))
    }

    /// A logger runs while the clock is set. One record of its log states the correction.
    @Test func `the log states the correction`() throws {
        let rig = try LoggerRig()
        rig.loop.setWallClock(milliseconds: Self.wrong)
        let logger = try TitleLogger(loop: rig.loop, settings: rig.settings) { _ in }
        rig.begin(logger, [])
        rig.loop.setWallClock(milliseconds: Self.right)
        #expect(rig.turn { (try? rig.log().contains { $0.hasPrefix("clock") }) ?? false })
        rig.stop(logger)
        #expect(try rig.log().count { $0.hasPrefix("clock") } == 1)
    }
}

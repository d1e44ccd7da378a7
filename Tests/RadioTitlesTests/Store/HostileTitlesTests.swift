import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

/// Title databases with numbers and types that Longwave never writes: a bit of the file has changed, or somebody has
/// edited it.
@Suite struct HostileTitlesTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private static func moment(_ seconds: Double) -> LogMoment { TrackDetectorTests.moment(seconds) }

    /// Makes a database with a row in each table.
    private func make() throws {
        let database = try TitleDatabase(path: path)
        try database.beginRun(at: Self.moment(0).wall)
        var follower = TitleDatabaseTests.Follower(detector: TrackDetector(at: Self.moment(0)))
        for (number, name) in ["A", "B"].enumerated() {
            let now = Self.moment(Double(number) * 100)
            _ = try database.write(
                follower.batch(follower.detector.show(TitleDatabaseTests.song(name), from: .inBand, at: now), at: now))
        }
        let gap = TitleRecord.Gap(from: Self.moment(110), until: Self.moment(120), reason: "lost")
        _ = try database.write(
            TitleDatabase.Batch(records: [StationRecord(station: "one", record: .gap(gap), offset: 60)]))
        let heard = try TitleDatabase(path: path, use: .hearing)
        var listener = TitleDatabaseTests.Follower(detector: TrackDetector(at: Self.moment(0)))
        for (number, name) in ["C", "D"].enumerated() {
            let now = Self.moment(Double(number) * 100)
            _ = try heard.write(
                listener.batch(listener.detector.show(TitleDatabaseTests.song(name), from: .heard, at: now), at: now))
        }
        _ = try heard.like(true, Self.played("D"))
        let retention = TitleRetention(age: .seconds(3600))
        _ = try database.sweep(retention, at: Self.moment(3650).wall)
        _ = try heard.sweep(retention, at: Self.moment(3650).wall)
    }

    private static func played(_ name: String) -> PlayedTrack {
        PlayedTrack(
            track: TitleDatabaseTests.song(name), station: "one", stationName: "One", start: moment(100).time, end: nil,
            unseen: .zero, offset: 60, source: .heard)
    }

    /// Opens a database as `log` and `play` do, and writes titles.
    private static func follow(_ path: String, _ use: TitleDatabase.Use) throws(StorageError) {
        let now = moment(200)
        let database = try TitleDatabase(path: path, use: use)
        let state = try database.states(of: ["one"], at: now)["one"]
        if use == .following { try database.beginRun(at: now.wall, linesAfter: 3) }
        _ = try database.lines(after: 0, of: "", atMost: 100)
        var detector = TrackDetector(
            at: now, open: state?.open.map(\.track) ?? [], recent: state?.recent ?? [],
            seenUntil: state?.seenUntil.map { LogMoment(wall: $0, asSeenFrom: now) })
        let source: TitleSource = use == .following ? .inBand : .heard
        for (number, name) in ["B", "E"].enumerated() {
            let now = moment(200 + Double(number))
            var batch = TitleDatabase.Batch(
                records: detector.show(TitleDatabaseTests.song(name), from: source, at: now).map {
                    StationRecord(station: "one", record: $0, offset: 60)
                },
                states: [StationState(id: "one", name: "One", seenUntil: now.wall, open: detector.open(at: now))])
            batch.lines = batch.records.map { LogLine.text($0, station: "One", .jsonLines) }
            batch.alive = use == .following ? now.wall : nil
            _ = try database.write(batch)
        }
        for tracks in try database.abandoned(besides: [], at: moment(9000)) {
            for end in tracks.ends {
                _ = LogLine.text(StationRecord(station: tracks.id, record: end, offset: 0), station: "", .csv)
            }
        }
        for _ in 0..<3 { _ = try database.tidy(TitleRetention(age: .seconds(60)), at: moment(9000).wall) }
        _ = try database.like(nil, played("D"))
    }

    /// Reads everything that `songs` shows.
    private static func read(_ path: String) throws(StorageError) {
        let history = try TitleHistory(path: path)
        _ = try history.keptSince()
        for isLiked in [false, true] {
            for station in [nil, "one"] {
                var query = SongQuery()
                (query.station, query.isLiked, query.kinds) = (station, isLiked, nil)
                try history.tracks(query) { track in
                    let date = WallClock.rfc3339(milliseconds: track.start.milliseconds)
                    let length = track.end.map { ($0 - track.start).duration } ?? .zero
                    _ = "\(date) \(WallClock.offset(minutes: track.offset)) \(track.unseen.inSeconds) \(length)"
                    return true
                }
                _ = try history.most(query)
                _ = try history.stations(query)
            }
        }
    }

    @Test func noValueTraps() throws {
        try make()
        var count = 0
        try HostileDatabase.each(copyOf: path, at: directory.path + "/hostile.sqlite") { change in
            let path = directory.path + "/hostile.sqlite"
            count += 1
            for use in [nil, TitleDatabase.Use.following, .hearing, nil] {
                do throws(StorageError) {
                    if let use { try Self.follow(path, use) } else { try Self.read(path) }
                } catch {
                    switch error {
                    case .damaged, .inaccessible, .tooNew: break
                    case .busy, .noRoom, .replaced: Issue.record("\(change): it says \(error)")
                    }
                }
            }
        }
        #expect(count > 250, "\(count)")
    }

    /// A track with an impossible beginning is not open, because its end could not be written.
    @Test(arguments: ["-9223372036854775808", "0x7FFFFFFFFFFFFFFF", "'text'"])
    func anImpossibleTrackIsNotOpen(_ start: String) throws {
        try make()
        try SqliteConnection(path: path).run("UPDATE track SET start = \(start)")
        let database = try TitleDatabase(path: path)
        #expect(try database.states(of: ["one"], at: Self.moment(200))["one"]?.open.isEmpty == true)
        #expect(try database.abandoned(besides: [], at: Self.moment(9000)).isEmpty)
    }
}

import Glibc
import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct TitleDatabaseTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    static func moment(_ seconds: Double) -> LogMoment { TrackDetectorTests.moment(seconds) }
    static func song(_ name: String) -> TrackInfo {
        var track = TrackDetectorTests.track(name, .song)
        track.raw = [0x53, 0xE9, 0x00, 0xFF]
        track.artworkURL = "http://example.org/a.png"
        return track
    }

    /// A `TrackDetector` for one station, whose records are written to the database as the logger does it.
    struct Follower {
        var detector: TrackDetector
        var id = "one"

        mutating func batch(_ records: [TitleRecord], at now: LogMoment) -> TitleDatabase.Batch {
            TitleDatabase.Batch(
                records: records.map { StationRecord(station: id, record: $0, offset: 60) },
                lines: records.indices.map { "line \($0)" },
                states: [StationState(id: id, name: "One", seenUntil: now.wall, open: detector.open(at: now))])
        }
    }

    @Test func aRestartFindsWhatWasOpen() throws {
        do {
            let database = try TitleDatabase(path: path)
            var follower = Follower(detector: TrackDetector(at: Self.moment(0)))
            _ = try database.write(
                follower.batch(
                    follower.detector.show(Self.song("A"), from: .inBand, at: Self.moment(0)), at: Self.moment(0)))
            _ = try database.write(
                follower.batch(
                    follower.detector.show(
                        TrackDetectorTests.track("News", .speech), from: .statusPage, at: Self.moment(50)),
                    at: Self.moment(50)))
            _ = try database.write(follower.batch([], at: Self.moment(60)))
        }
        let database = try TitleDatabase(path: path)
        let now = Self.moment(100)
        let states = try database.states(of: ["one", "two"], at: now)
        #expect(states.keys.sorted() == ["one"])
        let state = try #require(states["one"])
        #expect(state.seenUntil == Self.moment(60).wall)
        #expect(state.open.map(\.isShown) == [false, true])
        #expect(state.open.map(\.track.began) == [Self.moment(0), Self.moment(50)])
        #expect(state.open.map(\.track.lastShown) == [Self.moment(50), Self.moment(60)])
        #expect(state.open[0].track.track == Self.song("A"), "with its bytes")
        // The track began in the first run and ends in this one. Its row in the database gets the end.
        var follower = Follower(
            detector: TrackDetector(
                at: now, open: state.open.map(\.track),
                seenUntil: LogMoment(wall: state.seenUntil ?? 0, asSeenFrom: now)))
        _ = try database.write(
            follower.batch(follower.detector.show(Self.song("B"), from: .inBand, at: now), at: now))
        #expect(try database.states(of: ["one"], at: now)["one"]?.open.map(\.track.track.title) == ["B"])
        // These two tracks have ended, and the burst of a new connection may repeat them.
        #expect(try database.states(of: ["one"], at: now)["one"]?.recent.map(\.track.title) == ["A", "News"])
        #expect(try database.states(of: ["one"], at: Self.moment(120))["one"]?.recent.map(\.track.title) == ["News"])
    }

    /// A station is no longer in the list. Its track ends when it could no longer continue, at the time when it was
    /// last shown.
    @Test func whatNobodyFollowsEnds() throws {
        let database = try TitleDatabase(path: path)
        var follower = Follower(detector: TrackDetector(at: Self.moment(0)))
        _ = try database.write(
            follower.batch(
                follower.detector.show(Self.song("A"), from: .inBand, at: Self.moment(0)), at: Self.moment(0)))
        _ = try database.write(follower.batch([], at: Self.moment(60)))
        #expect(try database.abandoned(besides: [], at: Self.moment(650)).isEmpty, "it may come back")
        #expect(try database.abandoned(besides: [], at: Self.moment(779)).isEmpty, "another process may follow it")
        #expect(try database.abandoned(besides: ["one"], at: Self.moment(9000)).isEmpty, "it is followed here")
        let found = try database.abandoned(besides: ["two"], at: Self.moment(9000))
        #expect(found.map(\.id) == ["one"] && found.map(\.name) == ["One"])
        #expect(TrackDetectorTests.words(found.flatMap(\.ends)) == ["-A@60(60)"])
        let ends = found.flatMap(\.ends).map { StationRecord(station: "one", record: $0, offset: 0) }
        _ = try database.write(TitleDatabase.Batch(records: ends))
        #expect(try database.abandoned(besides: [], at: Self.moment(9000)).isEmpty, "once")
        #expect(try database.states(of: ["one"], at: Self.moment(9000))["one"]?.open.isEmpty == true)
    }

    /// Another process that is running follows the station. This process does not end its track.
    @Test func whatAnotherProcessFollowsIsItsOwn() throws {
        let other = try TitleDatabase(path: path)
        try other.beginRun(at: Self.moment(0).wall)
        var follower = Follower(detector: TrackDetector(at: Self.moment(0)))
        var batch = follower.batch(
            follower.detector.show(Self.song("A"), from: .inBand, at: Self.moment(0)), at: Self.moment(0))
        batch.states[0].isFollowed = true
        _ = try other.write(batch)
        let database = try TitleDatabase(path: path)
        _ = try other.write(TitleDatabase.Batch(alive: Self.moment(8990).wall))
        #expect(try database.abandoned(besides: [], at: Self.moment(9000)).isEmpty)
        // The other process was killed.
        let found = try database.abandoned(besides: [], at: Self.moment(20_000))
        #expect(TrackDetectorTests.words(found.flatMap(\.ends)) == ["-A@8990(8990)"])
    }

    /// The lines of the log have consecutive numbers. They stay in the database until the log has them.
    @Test func linesAreKeptUntilHandedOn() throws {
        let database = try TitleDatabase(path: path)
        var follower = Follower(detector: TrackDetector(at: Self.moment(0)))
        var numbers: [Int64] = []
        for (index, name) in ["A", "B", "C"].enumerated() {
            let now = Self.moment(Double(index) * 100)
            numbers += try database.write(
                follower.batch(follower.detector.show(Self.song(name), from: .inBand, at: now), at: now))
        }
        #expect(numbers == [1, 2, 3, 4, 5])
        #expect(try database.lines(after: 3, of: "", atMost: 100).map(\.number) == [4, 5])
        _ = try database.write(TitleDatabase.Batch(handedOn: 5))
        #expect(try database.lines(after: 0, of: "", atMost: 10_000).isEmpty)
        // A number is never used a second time.
        let now = Self.moment(400)
        #expect(
            try database.write(
                follower.batch(follower.detector.show(Self.song("D"), from: .inBand, at: now), at: now)) == [6, 7])
    }

    /// The disk is full. The error is reported, and no batch of records is written in part.
    @Test func aFullDiskIsToldAndNothingIsHalfWritten() throws {
        let database = try TitleDatabase(path: path)
        var follower = Follower(detector: TrackDetector(at: Self.moment(0)))
        _ = try database.write(
            follower.batch(
                follower.detector.show(Self.song("A"), from: .inBand, at: Self.moment(0)), at: Self.moment(0)))
        // A limit of pages in SQLite takes the place of a full disk.
        try database.limitPages()
        var failed = 0
        var written = 1
        for number in 1..<400 {
            let now = Self.moment(Double(number))
            var track = Self.song("Song \(number)")
            track.raw = [UInt8](repeating: 7, count: 1000)
            let batch = follower.batch(follower.detector.show(track, from: .inBand, at: now), at: now)
            do throws(StorageError) {
                written += try database.write(batch).isEmpty ? 0 : 1
            } catch {
                guard case .noRoom = error else {
                    Issue.record("it says \(error)")
                    return
                }
                failed += 1
                break
            }
        }
        #expect(failed == 1)
        try database.limitPages(to: 1_000_000)
        #expect(
            try database.lines(after: 0, of: "", atMost: 10_000).count == written * 2 - 1,
            "an end and a begin for each but the first")
    }

    @Test func twoProcessesShareAFile() throws {
        let first = try TitleDatabase(path: path)
        let second = try TitleDatabase(path: path)
        var one = Follower(detector: TrackDetector(at: Self.moment(0)))
        var two = Follower(detector: TrackDetector(at: Self.moment(0)), id: "two")
        for number in 0..<20 {
            let now = Self.moment(Double(number))
            let song = Self.song("S\(number)")
            _ = try first.write(one.batch(one.detector.show(song, from: .inBand, at: now), at: now))
            _ = try second.write(two.batch(two.detector.show(song, from: .inBand, at: now), at: now))
        }
        #expect(try first.lines(after: 0, of: "", atMost: 10_000).count == 2 * (20 + 19))
    }

    /// A station counts as seen until the last write of the process that follows it.
    @Test func aStationIsSeenAsLongAsItsRunLived() throws {
        let now = Self.moment(0)
        let database = try TitleDatabase(path: path)
        try database.beginRun(at: now.wall)
        var followed = StationState(id: "one", name: "One", seenUntil: now.wall)
        followed.isFollowed = true
        let lost = StationState(id: "two", name: "Two", seenUntil: now.wall)
        _ = try database.write(TitleDatabase.Batch(states: [followed, lost]))
        _ = try database.write(TitleDatabase.Batch(alive: now.wall + 10_000))
        let other = try TitleDatabase(path: path)
        try other.beginRun(at: now.wall + 50_000)
        let states = try other.states(of: ["one", "two"], at: Self.moment(60))
        #expect(states["one"]?.seenUntil == now.wall + 10_000)
        #expect(states["two"]?.seenUntil == now.wall)
        // The first process no longer received the station and has recorded since when.
        followed.isFollowed = false
        followed.seenUntil = now.wall + 7000
        _ = try database.write(TitleDatabase.Batch(states: [followed], alive: now.wall + 20_000))
        #expect(try other.states(of: ["one"], at: Self.moment(60))["one"]?.seenUntil == now.wall + 7000)
    }

    @Test func linesBelongToTheirLog() throws {
        let database = try TitleDatabase(path: path)
        for log in ["", "/a", "/b"] {
            var follower = Follower(detector: TrackDetector(at: Self.moment(0)))
            var batch = follower.batch(
                follower.detector.show(Self.song("A"), from: .inBand, at: Self.moment(0)), at: Self.moment(0))
            batch.log = log
            _ = try database.write(batch)
        }
        #expect(try database.lines(after: 0, of: "/b", atMost: 10).map(\.number) == [3])
        _ = try database.write(TitleDatabase.Batch(log: "/a", handedOn: 3))
        #expect(try database.lines(after: 0, of: "/b", atMost: 10).map(\.number) == [3])
        #expect(try database.lines(after: 0, of: "/a", atMost: 10).isEmpty)
    }

    @Test func aNewerFormatIsRefused() throws {
        do {
            let connection = try SqliteConnection(path: path)
            try connection.run("PRAGMA user_version = 99")
        }
        #expect(throws: StorageError.tooNew(version: 99, known: TitleSchema.steps.count)) {
            try TitleDatabase(path: path)
        }
    }

    @Test func whatIsNoDatabaseIsTold() throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        let noise = [UInt8](repeating: 0x41, count: 8192)
        try #require(write(file, noise, noise.count) == noise.count)
        close(file)
        do throws(StorageError) {
            _ = try TitleDatabase(path: path)
            Issue.record("it was opened")
        } catch {
            guard case .damaged = error else {
                Issue.record("it says \(error)")
                return
            }
        }
        #expect(throws: StorageError.self) { try TitleDatabase(path: "/nowhere/titles.sqlite") }
    }

    /// While many titles arrive, less than 3,000 bytes per title are written to the disk. Here, 500 stations have a new
    /// title every 20 s, and a transaction contains the titles of three quarters of a second. The measurement excludes
    /// checkpoints, with some hundred bytes per title, and the log file.
    @Test func whatATitleWrites() throws {
        let database = try TitleDatabase(path: path)
        try database.beginRun(at: Self.moment(0).wall)
        let stations = (0..<500).map { "station-\($0)-of-a-list" }
        var detectors = stations.map { _ in TrackDetector(at: Self.moment(0)) }
        let (gathered, warmUp, count) = (19, 2000, 6000)
        var before = 0
        var handedOn: Int64 = 0
        for begin in stride(from: 0, to: warmUp + count, by: gathered) {
            if begin >= warmUp, before == 0 { before = try database.bytesWritten() }
            var batch = TitleDatabase.Batch(log: "/home/somebody/titles.jsonl", handedOn: handedOn)
            handedOn = 0
            for number in begin..<begin + gathered {
                // The order of the stations is another in each round.
                let index = (number * 139 + number / 500 * 77) % 500
                let now = Self.moment(Double(number) / 25)
                let text = "Some Artist of \(number) - The Name of a Song, \(number &* 7919 % 6007)"
                let track = TrackInfo(
                    kind: .song, artist: "Some Artist of \(number)", title: String(text.dropFirst(22)), text: text,
                    raw: Array("StreamTitle='\(text)';".utf8))
                let records = detectors[index].show(track, from: .inBand, at: now)
                for record in records {
                    let kept = StationRecord(station: stations[index], record: record, offset: 60)
                    batch.records.append(kept)
                    batch.lines.append(LogLine.text(kept, station: "Station \(index)", .jsonLines))
                }
                var state = StationState(
                    id: stations[index], name: "Station \(index)", seenUntil: now.wall,
                    open: detectors[index].open(at: now))
                state.isFollowed = true
                batch.states.append(state)
                batch.alive = now.wall
            }
            let numbers = try database.write(batch)
            if begin / gathered % 13 == 12 { handedOn = numbers.last ?? 0 }
        }
        let bytes = (try database.bytesWritten() - before) / count
        #expect(bytes < 3000, "\(bytes) bytes a title")
    }

    /// A database of the second version is converted. Open tracks continue, and ended tracks keep their ends.
    @Test func theSecondVersionIsRead() throws {
        try SqliteConnection(path: path).migrate(Array(TitleSchema.steps.prefix(2)))
        let old = try SqliteConnection(path: path)
        let begin = Self.moment(0).wall
        try old.run(
            """
            INSERT INTO station (id, name, seen_until) VALUES ('one', 'One', \(begin + 300000));
            INSERT INTO track (station, start, end, unseen, utc_offset, kind, title, text, raw, source) VALUES
            ('one', \(begin), \(begin + 90000), 1000, 60, 'song', 'A', 'A', x'41', 'inBand'),
            ('one', \(begin + 100000), NULL, 2000, 60, 'song', 'B', 'B', x'42', 'statusPage');
            UPDATE unlisted SET row = 2;
            INSERT INTO event (log, line) VALUES ('/a', 'one'), ('/a', 'two');
            """)
        func ends() throws -> [String] {
            var ends: [String] = []
            var query = SongQuery()
            query.station = "one"
            try TitleHistory(path: path).tracks(query, oldestFirst: true) {
                let end = $0.end.map { $0.milliseconds - begin } ?? -1
                ends.append("\($0.track.title ?? "") \(end) \(Int($0.unseen / .milliseconds(1)))")
                return true
            }
            return ends
        }
        #expect(try ends() == ["A 90000 1000", "B -1 2000"], "as it is")
        let database = try TitleDatabase(path: path)
        #expect(try ends() == ["A 90000 1000", "B -1 2000"])
        let state = try #require(try database.states(of: ["one"], at: Self.moment(310))["one"])
        #expect(state.open.map(\.track.track.title) == ["B"] && state.open.map(\.track.source) == [.statusPage])
        var detector = TrackDetector(at: Self.moment(310), open: state.open.map(\.track))
        let records = detector.show(Self.song("C"), from: .inBand, at: Self.moment(320))
        let batch = TitleDatabase.Batch(
            records: records.map { StationRecord(station: "one", record: $0, offset: 0) }, lines: ["three", "four"],
            log: "/a")
        #expect(try database.write(batch) == [3, 4])
        #expect(try ends() == ["A 90000 1000", "B 300000 2000", "C -1 0"])
        #expect(try database.lines(after: 1, of: "/a", atMost: 10).map(\.text) == ["two", "three", "four"])
        #expect(try database.lines(after: 3, of: "/a", atMost: 10).map(\.text) == ["four"])
        while try database.tidy(TitleRetention(), at: begin).hasMore {}
        #expect(try ends() == ["A 90000 1000", "B 300000 2000", "C -1 0"], "by the table of airings")
    }

    /// The database has lines of a log to which no program writes any more. They are removed.
    @Test func linesOfAForgottenLogGo() throws {
        let database = try TitleDatabase(path: path)
        let days: (Int64) -> Int64 = { Self.moment(0).wall + $0 * 86_400_000 }
        for day: Int64 in 0..<250 {
            let log = day < 240 ? "/old" : "/new"
            _ = try database.write(TitleDatabase.Batch(lines: ["line"], log: log, now: days(day)))
        }
        func left(_ log: String) throws -> Int { try database.lines(after: 0, of: log, atMost: 1000).count }
        while try database.tidy(TitleRetention(), log: "/new", at: days(250)).hasMore {}
        #expect(try left("/old") == 20 && left("/new") == 10)
        while try database.tidy(TitleRetention(), log: "/new", at: days(1000)).hasMore {}
        #expect(try left("/old") == 0 && left("/new") == 10, "what this process writes stays")
    }

    /// Lines for streams, such as pipes, of processes that have ended are removed. Lines of a running process stay,
    /// even if it follows no station.
    @Test func streamsOfDeadRunsAreForgotten() throws {
        let hours: (Int64) -> Int64 = { Self.moment(0).wall + $0 * 3_600_000 }
        let (dead, living) = (try TitleDatabase(path: path), try TitleDatabase(path: path))
        try dead.beginRun(at: hours(0))
        _ = try dead.write(TitleDatabase.Batch(lines: ["dead"]))
        _ = try dead.write(TitleDatabase.Batch(lines: ["file"], log: "/a"))
        try living.beginRun(at: hours(0))
        _ = try living.write(TitleDatabase.Batch(lines: ["living"], alive: hours(3)))
        #expect(try dead.lines(after: 0, of: "", atMost: 10).map(\.text) == ["dead"], "too soon to say")
        let new = try TitleDatabase(path: path)
        try new.beginRun(at: hours(3))
        #expect(try dead.lines(after: 0, of: "", atMost: 10).isEmpty)
        #expect(try living.lines(after: 0, of: "", atMost: 10).map(\.text) == ["living"])
        #expect(try new.lines(after: 0, of: "", atMost: 10).isEmpty)
        #expect(try new.lines(after: 0, of: "/a", atMost: 10).map(\.text) == ["file"])
        // The process had not ended but was suspended. It writes again.
        _ = try dead.write(TitleDatabase.Batch(lines: ["awake"], alive: hours(4)))
        try TitleDatabase(path: path).beginRun(at: hours(4))
        #expect(try dead.lines(after: 0, of: "", atMost: 10).map(\.text) == ["awake"])
    }
}

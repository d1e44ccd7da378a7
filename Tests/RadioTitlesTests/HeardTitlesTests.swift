import Glibc
import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct HeardTitlesTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop
    private var path: String { directory.path + "/titles.sqlite" }
    private let one = Station(name: "One", urls: ["http://a/1"], id: "one")
    private let two = Station(name: "Two", urls: ["http://a/2"], id: "two")

    init() throws {
        directory = try TemporaryDirectory()
        loop = try .byHand()
    }

    private func turn(until condition: () -> Bool) -> Bool {
        loop.turn(passing: .milliseconds(100), untilElsewhere: condition)
    }

    private func hear(_ steps: (HeardTitles) -> Void) {
        let titles = HeardTitles(loop: loop, database: path) { if let error = $0 { Issue.record("\(error)") } }
        steps(titles)
        var isOver = false
        titles.close { isOver = true }
        #expect(turn { isOver })
    }

    private func song(_ name: String) -> TrackInfo { TrackDetectorTests.track(name, .song) }

    /// Returns the stored tracks in short form, such as `one A`: station and title, with a dot if the track has ended.
    private func rows() throws -> [String] {
        var query = SongQuery()
        query.kinds = nil
        var rows: [String] = []
        try TitleHistory(path: path).tracks(query, oldestFirst: true) {
            #expect($0.source == .heard)
            rows.append("\($0.station) \($0.track.title ?? "")\($0.end == nil ? "" : ".")")
            return true
        }
        return rows
    }

    @Test func songsAreWrittenOnceWithTheirEnds() throws {
        hear {
            $0.heard(song("A"), of: one)
            $0.heard(song("A"), of: one)
            $0.fellSilent()
            $0.heard(song("A"), of: one)
            $0.heard(song("B"), of: one)
            $0.heard(song("B"), of: two)
        }
        #expect(try rows() == ["one A.", "one B.", "two B."])
        // A second player continues the song of the first.
        hear { $0.heard(song("B"), of: two) }
        #expect(try rows().count == 3)
        hear { $0.heard(song("C"), of: two) }
        #expect(try rows() == ["one A.", "one B.", "two B.", "two C."])
    }

    /// The titles that a player heard do not change what is stored about the titles that a logger saw, nor the reverse.
    @Test func aLoggerKnowsOfNothing() throws {
        hear { $0.heard(song("A"), of: one) }
        let database = try TitleDatabase(path: path)
        let states = try database.states(of: ["one"], at: loop.moment)
        #expect(states["one"]?.seenUntil == nil && states["one"]?.open.isEmpty == true)
        var state = StationState(id: "one", name: "One", seenUntil: 77)
        state.isFollowed = true
        try database.beginRun(at: 99)
        _ = try database.write(TitleDatabase.Batch(states: [state]))
        hear { $0.heard(song("B"), of: one) }
        #expect(try database.states(of: ["one"], at: loop.moment)["one"]?.seenUntil == 99)
    }

    /// A station sends a thousand titles per second. Most of them are only counted.
    @Test func aFloodIsCounted() throws {
        hear { titles in
            titles.heard(song("first"), of: one)
            for number in 0..<3000 { titles.heard(song("\(number)"), of: one) }
        }
        #expect(try rows().count <= 61)
        let connection = try SqliteConnection(path: path)
        var reasons: [String] = []
        try withExtendedLifetime(connection) {
            try connection.statement("SELECT reason FROM gap").run { reasons.append($0.text(0) ?? "") }
        }
        #expect(reasons.count == 1 && reasons[0].hasPrefix("too many titles ("), "\(reasons)")
    }

    /// A player was killed while a track was open. The track ends at the time of the player's last write.
    @Test func aKilledPlayersSongEnds() throws {
        do {
            let database = try TitleDatabase(path: path, use: .hearing)
            let begin = TrackDetectorTests.moment(0)
            var detector = TrackDetector(at: begin)
            let records = detector.show(song("Old"), from: .heard, at: begin)
            _ = try database.write(
                TitleDatabase.Batch(
                    records: records.map { StationRecord(station: "one", record: $0, offset: 0) },
                    states: [
                        StationState(id: "one", name: "One", open: detector.open(at: TrackDetectorTests.moment(60)))
                    ]))
        }
        #expect(try rows() == ["one Old"])
        hear { $0.heard(song("New"), of: one) }
        #expect(try rows() == ["one Old.", "one New."])
        var end: MediaTime?
        try TitleHistory(path: path).tracks(SongQuery(), oldestFirst: true) {
            end = $0.end
            return false
        }
        #expect(end == TrackDetectorTests.moment(60).time)
    }

    /// The database is damaged. It is renamed, and what is heard is written into a new one.
    @Test func aDamagedFileIsReplaced() throws {
        _ = try TitleDatabase(path: path)
        try SqliteConnection(path: path).run("PRAGMA user_version = -7")
        var errors: [StorageError?] = []
        let titles = HeardTitles(loop: loop, database: path) { errors.append($0) }
        titles.heard(song("A"), of: one)
        var isOver = false
        titles.close { isOver = true }
        #expect(turn { isOver })
        #expect(try rows() == ["one A."])
        guard errors.count == 1, case .replaced(let aside)? = errors[0] else {
            Issue.record("it says \(errors)")
            return
        }
        #expect(access(aside, F_OK) == 0)
    }

    @Test func aPlaceThatCannotBeWrittenIsToldOnce() throws {
        var errors = 0
        let titles = HeardTitles(loop: loop, database: "/nowhere/t.sqlite") { if $0 != nil { errors += 1 } }
        titles.heard(song("A"), of: one)
        #expect(turn { errors == 1 })
        titles.heard(song("B"), of: one)
        titles.fellSilent()
        var isOver = false
        titles.close { isOver = true }
        #expect(turn { isOver })
        #expect(errors == 1)
    }

    /// Another program locks the database while titles of an hour are heard. All of them are stored later.
    @Test(arguments: [2, 2 * HeardTitles.maximumSteps]) func whatIsHeardMeanwhileIsWritten(_ count: Int) throws {
        _ = try TitleDatabase(path: path)
        let other = try SqliteConnection(path: path)
        try other.run("BEGIN IMMEDIATE")
        var reports: [Bool] = []
        let titles = HeardTitles(loop: loop, database: path) { reports.append($0 != nil) }
        for number in 0..<count {
            titles.heard(song("\(number / 4)"), of: one)
            titles.fellSilent()
        }
        #expect(turn { reports == [true] }, "said once")
        titles.heard(song("last"), of: two)
        try other.run("COMMIT")
        #expect(turn { reports == [true, false] })
        var isOver = false
        titles.close { isOver = true }
        #expect(turn { isOver })
        let expected = Set((0..<count).map { "one \($0 / 4)." } + ["two last."])
        #expect(try Set(rows()) == expected && rows().count == expected.count)
    }

    /// The database is damaged. It is renamed, and this is reported once.
    @Test func aDamagedFileIsTold() throws {
        let file = try #require(fopen(path, "w"))
        for _ in 0..<1000 { fputs("no database ", file) }
        fclose(file)
        var words: [String] = []
        let titles = HeardTitles(loop: loop, database: path) { words.append($0?.words ?? "") }
        titles.heard(song("A"), of: one)
        #expect(turn { !words.isEmpty })
        titles.heard(song("B"), of: two)
        var isOver = false
        titles.close { isOver = true }
        #expect(turn { isOver })
        #expect(words.count == 1 && words[0].hasPrefix("it was damaged and was moved to \(path).damaged-"), "\(words)")
    }

    /// The store is closed while the database is being opened. Closing completes, because the program could not end
    /// otherwise.
    @Test(arguments: [true, false]) func itEndsWhileTheFileIsOpened(_ isThere: Bool) throws {
        let titles = HeardTitles(loop: loop, database: isThere ? path : "/nowhere/t.sqlite") { _ in }
        titles.heard(song("A"), of: one)
        var ends = 0
        titles.close { ends += 1 }
        #expect(turn { ends == 1 })
        titles.close { ends += 1 }
        #expect(turn { ends == 2 })
        if isThere { #expect(try rows() == ["one A."]) }
    }
}

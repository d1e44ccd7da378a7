import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct TitleHistoryTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }

    /// Fills a database with three stations, 30 songs and an advertisement.
    init() throws {
        directory = try TemporaryDirectory()
        let database = try TitleDatabase(path: path)
        for (id, name) in [("nord", "Radio Nord"), ("sued", "Radio Süd"), ("jazz", "Jazz FM")] {
            var follower = TitleDatabaseTests.Follower(
                detector: TrackDetector(at: TrackDetectorTests.moment(0)), id: id)
            for number in 0..<10 {
                let now = TrackDetectorTests.moment(Double(number) * 200)
                var track = TrackInfo(
                    kind: .song, artist: number % 2 == 0 ? "Björk" : "Motörhead", title: "Song \(number % 5)",
                    text: "Artist - Song \(number % 5)")
                if number == 9 { track = TrackInfo(kind: .advertisement, title: "Buy", text: "Buy") }
                var batch = follower.batch(follower.detector.show(track, from: .inBand, at: now), at: now)
                batch.states = [
                    StationState(id: id, name: name, seenUntil: now.wall, open: follower.detector.open(at: now))
                ]
                _ = try database.write(batch)
            }
        }
    }

    private func count(_ change: (inout SongQuery) -> Void) throws -> Int {
        var query = SongQuery()
        change(&query)
        var count = 0
        try TitleHistory(path: path).tracks(query) { _ in
            count += 1
            return true
        }
        return count
    }

    @Test func queriesNarrow() throws {
        #expect(try count { _ in } == 27, "songs, and nothing else")
        #expect(try count { $0.kinds = nil } == 30)
        #expect(try count { $0.kinds = [.advertisement] } == 3)
        #expect(try count { $0.words = SongQuery.words("bjork") } == 15)
        #expect(try count { $0.words = SongQuery.words("BJÖRK son 4") } == 3)
        #expect(try count { $0.words = SongQuery.words("jork") } == 0, "the beginnings of words")
        #expect(try count { $0.station = "nord" } == 9)
        #expect(try count { $0.station = "radio sud" } == 9)
        #expect(try count { $0.station = "radio" } == 18)
        #expect(try count { $0.station = "nothing" } == 0)
        #expect(try count { $0.since = TrackDetectorTests.moment(400).time } == 21)
        #expect(try count { $0.until = TrackDetectorTests.moment(400).time } == 6)
        #expect(try count { $0.limit = 5 } == 5)
        #expect(try count { $0.limit = 0 } == 0)
    }

    @Test func theNewestComesFirst() throws {
        var starts: [MediaTime] = []
        try TitleHistory(path: path).tracks(SongQuery()) {
            starts.append($0.start)
            return starts.count < 10
        }
        #expect(starts == starts.sorted(by: >) && starts.count == 10)
        var oldest: PlayedTrack?
        try TitleHistory(path: path).tracks(SongQuery(), oldestFirst: true) {
            oldest = $0
            return false
        }
        #expect(oldest?.start == TrackDetectorTests.moment(0).time)
        #expect(oldest?.end == TrackDetectorTests.moment(200).time)
        #expect(oldest?.offset == 60 && oldest?.source == .inBand && oldest?.track.artist == "Björk")
    }

    @Test func songsAreCounted() throws {
        let most = try TitleHistory(path: path).most(SongQuery())
        #expect(most.map(\.count).reduce(0, +) == 27)
        #expect(most.first?.count == 3 && most.first?.stations == 3)
        #expect(most.count == 9)
        var query = SongQuery()
        query.limit = 2
        query.words = SongQuery.words("motor")
        #expect(try TitleHistory(path: path).most(query).map(\.artist) == ["Motörhead", "Motörhead"])
    }

    @Test func stationsAreCounted() throws {
        let stations = try TitleHistory(path: path).stations(SongQuery())
        #expect(stations.map(\.name) == ["Jazz FM", "Radio Nord", "Radio Süd"])
        #expect(stations.allSatisfy { $0.count == 9 && $0.different == 9 })
        var query = SongQuery()
        query.words = SongQuery.words("song 1")
        let some = try TitleHistory(path: path).stations(query)
        #expect(some.map(\.count) == [2, 2, 2] && some.map(\.different) == [2, 2, 2])
        query.words = []
        query.station = "nord"
        #expect(try TitleHistory(path: path).stations(query).map(\.id) == ["nord"])
        query.station = nil
        query.limit = 2
        #expect(try TitleHistory(path: path).stations(query).map(\.id) == ["jazz", "nord"])
    }

    /// The same song is written in two ways and plays three times. It counts as one song and three tracks.
    @Test func aSongIsOneHoweverItsLineWasWritten() throws {
        let database = try TitleDatabase(path: path)
        var follower = TitleDatabaseTests.Follower(detector: TrackDetector(at: TrackDetectorTests.moment(0)), id: "new")
        let lines = [("A", "A | New FM"), ("B", "B"), ("A", "A"), ("B", "B"), ("A", "A | New FM")]
        for (number, (title, text)) in lines.enumerated() {
            let now = TrackDetectorTests.moment(Double(number) * 1000)
            let track = TrackInfo(kind: .song, title: title, text: text)
            _ = try database.write(follower.batch(follower.detector.show(track, from: .inBand, at: now), at: now))
        }
        var query = SongQuery()
        query.station = "new"
        func counts() throws -> [[Int]] {
            try TitleHistory(path: path).stations(query).map { [$0.count, $0.different] }
        }
        #expect(try counts() == [[5, 2]])
        query.words = ["a"]
        #expect(try counts() == [[3, 1]])
        // This word is in the station's text but not in the song's title.
        query.words = ["fm"]
        #expect(try counts() == [[2, 1]])
    }

    @Test func whatIsNoneIsTold() throws {
        #expect(throws: StorageError.self) { try TitleHistory(path: "/nowhere/t.sqlite") }
        let empty = directory.path + "/empty.sqlite"
        try SqliteConnection(path: empty).run("CREATE TABLE x (y)")
        #expect(throws: StorageError.damaged("\(empty) is not a title database")) { try TitleHistory(path: empty) }
    }
}

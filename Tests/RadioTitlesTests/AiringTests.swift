import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct AiringTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private func write(
        _ title: String, from begin: Double, to end: Double?, station: String = "one", source: TitleSource = .inBand,
        kind: TrackInfo.Kind = .song
    ) throws {
        let database = try TitleDatabase(path: path, use: source == .heard ? .hearing : .following)
        let track = TrackInfo(kind: kind, artist: "X", title: title, text: "X - \(title)")
        let at = TrackDetectorTests.moment(begin)
        var records: [TitleRecord] = [.track(TitleRecord.Begin(at: at, track: track, source: source))]
        if let end {
            let over = TrackDetectorTests.moment(end)
            records.append(
                .end(
                    TitleRecord.End(
                        at: over, track: track, began: at, duration: .seconds(end - begin), unseen: .zero)))
        }
        _ = try database.write(
            TitleDatabase.Batch(
                records: records.map { StationRecord(station: station, record: $0, offset: 0) },
                states: [StationState(id: station, name: station, seenUntil: at.wall)]))
    }

    private func counts() throws -> [String] {
        let history = try TitleHistory(path: path)
        let songs = try history.most(SongQuery()).map { "\($0.title) \($0.count)" }.sorted()
        let total = try history.stations(SongQuery()).reduce(0) { $0 + $1.count }
        let sum = try history.most(SongQuery()).reduce(0) { $0 + $1.count }
        #expect(total == sum, "stations count as songs do")
        return songs
    }

    /// A logger records the titles that a station shows, and a player records those that were heard. Each row has the
    /// start and end of the shown title, the starts of the heard one, and how many times the song was on air.
    private static let rows: [(name: String, shown: (Double, Double?), heard: [Double], count: Int)] = [
        ("heard from its beginning", (0, 200), [3], 1),
        ("heard before a page told of it", (10, 200), [0], 1),
        ("from the middle of a long one", (0, 5000), [4000], 1),
        ("it goes on", (0, nil), [4000], 1),
        ("after a pause once more", (0, 200), [3, 190], 1),
        ("another time, when nobody logged", (0, 200), [4000], 2),
        ("long before", (4000, 4200), [0], 2),
        ("not heard", (0, 200), [], 1),
    ]

    @Test(arguments: rows) func aSongThatWasHeardAndShownCountsOnce(
        _ name: String, _ shown: (Double, Double?), _ heard: [Double], _ count: Int
    ) throws {
        try write("A", from: shown.0, to: shown.1)
        try write("Jingle", from: shown.0 + 1, to: shown.0 + 2, kind: .jingle)
        for begin in heard { try write("A", from: begin, to: begin + 10, source: .heard) }
        #expect(try counts() == ["A \(count)"], "\(name)")
    }

    /// A title that the listener heard for a few seconds, while looking for a station, is no play. If the logger saw it,
    /// it counts once, as for a title that was not heard.
    @Test func `what was heard for less than ten seconds does not count`() throws {
        try write("A", from: 0, to: 9, source: .heard)
        try write("A", from: 5000, to: 5010, source: .heard)
        try write("B", from: 6000, to: 6009.9, source: .heard)
        try write("C", from: 7000, to: 7005, source: .heard)
        try write("C", from: 7003, to: 7200)
        try write("D", from: 8000, to: nil, source: .heard)
        let history = try TitleHistory(path: path)
        var short = 0
        let songs = try history.most(SongQuery()) { short = $0 }.map { "\($0.title) \($0.count)" }.sorted()
        #expect(songs == ["A 1", "C 1", "D 1"] && short == 3)
        #expect(try history.stations(SongQuery()).map(\.count) == [5], "each track is one of its station")
        var all = 0
        try history.tracks(SongQuery()) { _ in
            all += 1
            return true
        }
        #expect(all == 6)
    }

    @Test func otherStationsAndSongsCountForThemselves() throws {
        try write("A", from: 0, to: 100)
        try write("A", from: 1, to: 90, station: "two", source: .heard)
        try write("B", from: 100, to: 200)
        try write("B", from: 150, to: 160, source: .heard)
        try write("C", from: 170, to: 180, source: .heard)
        #expect(try counts() == ["A 2", "B 1", "C 1"])
    }

    /// A title database of the first version does not have the table of airings. While the table is filled, the counts
    /// of songs stay the same.
    @Test func anOldFileCountsTheSame() throws {
        let new = directory.path + "/new.sqlite"
        try TitleStatementTests.fill(new, 3500)
        let connection = try SqliteConnection(path: new)
        let database = try TitleDatabase(path: new)
        var query = SongQuery()
        query.limit = 20
        let (top, stations) = (try TitleHistory(path: new).most(query), try TitleHistory(path: new).stations(query))
        #expect(top.count == 20 && stations.map(\.count) == [Int](repeating: 350, count: 10))
        var steps = 0
        var hasMore = true
        while hasMore, steps < 10 {
            hasMore = try database.tidy(TitleRetention(), at: TitleDatabaseTests.moment(0).wall).hasMore
            #expect(try TitleHistory(path: new).most(query) == top)
            #expect(try TitleHistory(path: new).stations(query) == stations)
            steps += 1
        }
        #expect(steps == 4)
        var listed = 0
        try connection.statement("SELECT count(*) FROM airing").run { listed = Int($0.integer(0)) }
        #expect(listed == 3500)
    }

    /// Counting how often songs were on air reads only the table of airings, a small part of the database.
    @Test func countingDoesNotReadTheTracks() throws {
        try TitleStatementTests.fill(path, 50_000)
        let database = try TitleDatabase(path: path)
        while try database.tidy(TitleRetention(), at: 0).hasMore {}
        var query = SongQuery()
        query.limit = 20
        for count in [
            { (history: TitleHistory) in try history.most(query).count },
            { (history: TitleHistory) in try history.stations(query).count },
        ] {
            let history = try TitleHistory(path: path)
            #expect(try count(history) > 0)
            // The 50,000 airings of 34 bytes take 1,900 pages, and the tracks take 14,000.
            #expect(history.pagesRead < 3200, "\(history.pagesRead)")
        }
    }
}

import RadioFormats
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

/// Charts, comparisons of charts, and what is counted of each station.
@Suite struct SongChartTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private static func wall(_ hours: Double) -> Int64 { TrackDetectorTests.moment(hours * 3600).wall }
    private static func time(_ hours: Double) -> MediaTime { MediaTime(milliseconds: wall(hours)) }

    /// Adds a track that lasts three minutes.
    private func play(
        _ title: String, by artist: String? = "X", on station: String = "one", at hours: Double,
        kind: TrackInfo.Kind = .song
    ) throws {
        let track = TrackInfo(kind: kind, artist: artist, title: title, text: "X - \(title)")
        let (begin, end) = (TrackDetectorTests.moment(hours * 3600), TrackDetectorTests.moment(hours * 3600 + 180))
        let records: [TitleRecord] = [
            .track(.init(at: begin, track: track, source: .inBand)),
            .end(.init(at: end, track: track, began: begin, duration: .seconds(180), unseen: .zero)),
        ]
        try write(records, station)
    }

    private func write(_ records: [TitleRecord], _ station: String) throws {
        _ = try TitleDatabase(path: path).write(
            TitleDatabase.Batch(
                records: records.map { StationRecord(station: station, record: $0, offset: 0) },
                states: [StationState(id: station, name: "Radio \(station)")]))
    }

    private func charts(
        _ query: SongQuery = SongQuery(), by names: (String, MediaTime) -> [String] = { _, _ in [""] }
    ) throws -> [String] {
        try TitleHistory(path: path).charts(query, by: names).map { chart in
            "\(chart.name) \(chart.count): " + chart.songs.map { "\($0.title) \($0.count)" }.joined(separator: ", ")
        }
    }

    @Test func eachChartCountsItsOwnPlays() throws {
        for hour in 0..<3 { try play("A", at: Double(hour)) }
        try play("B", at: 3)
        try play("a (Remastered)", on: "two", at: 4)
        try play("C", on: "two", at: 5)
        #expect(
            try charts { station, _ in [station, "all"] } == [
                "all 6: a (Remastered) 4, C 1, B 1", "one 4: A 3, B 1", "two 2: C 1, a (Remastered) 1",
            ])
        #expect(try charts { $1 < Self.time(1) ? ["early"] : [] } == ["early 1: A 1"])
        var query = SongQuery()
        query.limit = 1
        #expect(try charts(query) { station, _ in [station] } == ["one 4: A 3", "two 2: C 1"])
        query.isExact = true
        #expect(try charts(query) == [" 6: A 3"])
        query.limit = 0
        #expect(try charts(query).isEmpty)
    }

    @Test func placesAreComparedWithTheTimeBefore() throws {
        // Hours 0 to 10 are old; 10 to 20 is the time before, and 20 to 30 is the time of the query.
        for (title, hours) in [
            ("A", [11, 12, 13, 21]), ("B", [14, 22, 23]), ("C", [0.5, 24, 24.5, 25, 26]), ("D", [27, 27.5]),
        ] as [(String, [Double])] {
            for hour in hours { try play(title, at: hour) }
        }
        var query = SongQuery()
        (query.since, query.until) = (Self.time(20), Self.time(30))
        #expect(try TitleHistory(path: path).most(query).allSatisfy { $0.rankBefore == nil && $0.firstSeen == nil })
        query.comparesBefore = true
        let songs = try TitleHistory(path: path).most(query)
        #expect(songs.map(\.title) == ["C", "D", "B", "A"])
        #expect(songs.map(\.rankBefore) == [nil, nil, 2, 1])
        #expect(songs.map(\.firstSeen) == [0.5, 27, 14, 11].map(Self.time))
        #expect(songs.map(\.first) == [24, 27, 22, 21].map(Self.time))
    }

    @Test func aStationHasItsRotation() throws {
        for hour in 0..<4 { try play("A", at: Double(hour)) }
        try play("B", by: "Y", at: 4)
        for number in 0..<45 { try play("Other \(number)", by: "Z", at: 5 + Double(number) / 10) }
        try play("?", by: nil, at: 9.5, kind: .unknown)
        try play("Buy", by: nil, at: 9.6, kind: .advertisement)
        try play("Buy", by: nil, at: 12, kind: .advertisement)
        // Two hours without the station, of the twelve since the first track.
        let gap = TitleRecord.Gap(
            from: TrackDetectorTests.moment(9.7 * 3600), until: TrackDetectorTests.moment(11.7 * 3600), reason: "lost")
        try write([.gap(gap)], "one")
        let one = try #require(try TitleHistory(path: path).stations(SongQuery()).first)
        #expect(one.count == 50 && one.different == 47 && one.artists == 3)
        #expect(one.first == Self.time(0) && one.last == Self.time(9.4))
        #expect(one.repeatsAfter == .seconds(3600))
        #expect(one.topShare == 43 / 50.0)
        #expect(one.unknownShare == 1 / 51.0)
        let minutes = try #require(one.advertisementMinutes)
        #expect(abs(minutes - 0.6) < 0.001)
        var query = SongQuery()
        query.kinds = [.advertisement]
        #expect(try TitleHistory(path: path).stations(query).map(\.count) == [2])
    }

    /// Too little was logged to say how many advertisements an hour has, and no song was played twice.
    @Test func aStationThatIsNewHasNoRotation() throws {
        try play("A", at: 0)
        try play("Buy", at: 0.1, kind: .advertisement)
        let one = try #require(try TitleHistory(path: path).stations(SongQuery()).first)
        #expect(one.repeatsAfter == nil && one.advertisementMinutes == nil && one.topShare == 1)
    }

    /// A file of the fifth version has other numbers of songs. While its tracks are listed again, the counts are right.
    @Test func theFifthVersionIsListedAgain() throws {
        try SqliteConnection(path: path).migrate(Array(TitleSchema.steps.prefix(5)))
        try SqliteConnection(path: path).run(
            """
            INSERT INTO station (id, name) VALUES ('one', 'One');
            INSERT INTO track (station, start, utc_offset, kind, artist, title, text, raw, source)
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2499)
            SELECT 'one', \(Self.wall(0)) + i * 1000, 0, 'song', 'X', CASE i % 2 WHEN 0 THEN 'A' ELSE 'A (Mono)' END,
            'X - A', x'41', 'inBand' FROM n;
            INSERT INTO airing SELECT start, id, \(SongKey.station("one")), id % 2, 2 FROM track;
            UPDATE unlisted SET row = 0;
            """)
        #expect(try charts() == [" 2500: A (Mono) 2500"], "as it is")
        let database = try TitleDatabase(path: path)
        #expect(try charts() == [" 2500: A (Mono) 2500"])
        try play("A", at: 1)
        var steps = 0
        while try database.tidy(TitleRetention(), at: 0).hasMore {
            steps += 1
            #expect(try charts() == [" 2501: A 2501"])
        }
        #expect(steps >= 2)
        var songs = 0
        try SqliteConnection(path: path).statement("SELECT count(DISTINCT song) FROM airing").run {
            songs = Int($0.integer(0))
        }
        #expect(songs == 1)
        #expect(try charts() == [" 2501: A 2501"])
    }
}

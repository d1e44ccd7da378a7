import RadioFormats
import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

@Suite struct LikedSongsTests {
    private let directory: TemporaryDirectory
    private let loop: EventLoop
    private var path: String { directory.path + "/titles.sqlite" }
    private let one = Station(name: "One", urls: ["http://a/1"], id: "one")
    private let two = Station(name: "Radio Two", urls: ["http://a/2"], id: "two")

    init() throws {
        directory = try TemporaryDirectory()
        loop = try .byHand()
    }

    private func set(_ isLiked: Bool?, _ name: String, of station: Station) throws -> Bool {
        let worker = BlockingWorker(loop: loop)
        var track = TrackDetectorTests.track(name, .song)
        track.album = "Album of \(name)"
        track.linkURL = "http://a/\(name)"
        var answer: Result<Bool, StorageError>?
        LikedSongs(database: path, worker: worker).set(isLiked, track, of: station, heardAt: loop.now, loop) {
            answer = $0
        }
        #expect(loop.turn { answer != nil })
        return try #require(answer).get()
    }

    private func liked(_ change: (inout SongQuery) -> Void = { _ in }) throws -> [PlayedTrack] {
        var query = SongQuery()
        query.isLiked = true
        change(&query)
        var tracks: [PlayedTrack] = []
        try TitleHistory(path: path).tracks(query) {
            tracks.append($0)
            return true
        }
        return tracks
    }

    private func names(_ change: (inout SongQuery) -> Void = { _ in }) throws -> [String] {
        try liked(change).map { "\($0.station) \($0.track.title ?? "")" }
    }

    @Test func aSongIsLikedOnceUntilItIsNotAnyMore() throws {
        #expect(try set(true, "A", of: one))
        loop.pass(.seconds(60))
        // The song is liked a second time, on station two. It stays a song of station one, where it was liked first.
        #expect(try set(true, "A", of: two))
        #expect(try set(nil, "B", of: two))
        #expect(try names() == ["two B", "one A"])
        let first = try #require(try liked().last)
        #expect(first.track.album == "Album of A" && first.track.linkURL == "http://a/A" && first.source == .heard)
        #expect(first.stationName == "One" && first.end == nil)
        #expect(try set(nil, "A", of: two) == false)
        #expect(try set(false, "B", of: two) == false)
        #expect(try set(false, "C", of: two) == false)
        #expect(try names() == [])
    }

    @Test func theyAreAskedForAsTitlesAre() throws {
        for name in ["A", "B", "C"] {
            #expect(try set(true, name, of: name == "C" ? two : one))
            loop.pass(.seconds(60))
        }
        let start = try #require(try liked().last).start
        #expect(try names { $0.limit = 1 } == ["two C"])
        #expect(try names { $0.station = "radio two" } == ["two C"])
        #expect(try names { $0.station = "one" } == ["one B", "one A"])
        #expect(try names { $0.station = "three" } == [])
        #expect(try names { $0.words = SongQuery.words("b") } == ["one B"])
        #expect(try names { $0.since = start + MediaTime(seconds: 60) } == ["two C", "one B"])
        #expect(try names { $0.until = start + MediaTime(seconds: 60) } == ["one A"])
        #expect(try names { $0.kinds = [.jingle] } == [])
    }

    /// Old titles are deleted. Liked songs stay.
    @Test func theyOutliveTheTitles() throws {
        #expect(try set(true, "A", of: one))
        let titles = HeardTitles(loop: loop, database: path) { if let error = $0 { Issue.record("\(error)") } }
        for name in ["A", "B"] {
            titles.heard(TrackDetectorTests.track(name, .song), of: one)
            loop.pass(.seconds(60))
        }
        var isOver = false
        titles.close { isOver = true }
        #expect(loop.turn(passing: .milliseconds(100)) { isOver })
        let database = try TitleDatabase(path: path, use: .hearing)
        while try database.tidy(TitleRetention(age: .seconds(1)), at: loop.moment.wall + 86_400_000).hasMore {}
        var rest = 0
        try TitleHistory(path: path).tracks(SongQuery()) { _ in
            rest += 1
            return true
        }
        #expect(rest == 0)
        #expect(try names() == ["one A"])
    }

    @Test func aFileThatCannotBeWritten() throws {
        let broken = LikedSongs(database: directory.path, worker: BlockingWorker(loop: loop))
        var answer: Result<Bool, StorageError>?
        broken.set(true, TrackDetectorTests.track("A", .song), of: one, heardAt: loop.now, loop) { answer = $0 }
        #expect(loop.turn { answer != nil })
        #expect(throws: StorageError.self) { try answer?.get() }
    }
}

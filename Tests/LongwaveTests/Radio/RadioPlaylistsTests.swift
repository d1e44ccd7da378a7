import Longwave
import TestSupport
import Testing

/// Playlists and the listener's own stations, changed by a program that embeds the library.
@Suite struct RadioPlaylistsTests {
    @Test func playlistsAreMadeChangedAndPlayed() async throws {
        let directory = try TemporaryDirectory()
        let list = try RadioTests.list(directory, ["a", "b", "c"].map { ($0, "http://127.0.0.1:1/\($0)") })
        let radio = try RadioTests.radio(directory, lists: [list])
        let items = try await radio.library().items
        try await radio.updatePlaylists { playlists in
            var morning = StationPlaylist(name: "Morning", items: [items[2], items[0]])
            #expect(morning.append([items[1]]) && morning.count == 3)
            morning.remove(at: [0])
            var query = StationPlaylist(name: "Query")
            query.query = "b"
            #expect(!query.append(items) && query.count == nil && query.query == "b")
            var unchanged = morning
            unchanged.query = nil
            #expect(unchanged == morning)
            playlists = [morning, query]
        }
        let playlists = try await radio.playlists()
        #expect(playlists.prefix(3).map(\.name) == ["Morning", "Query", "favourites"])
        #expect(try await radio.items(of: playlists[0]).map(\.id) == ["a", "b"])
        #expect(try await radio.items(of: playlists[1]).map(\.id) == ["b"])
        let state = try await radio.perform(.play(PlayRequest(.playlist("morning"))))
        #expect(state.snapshot.queue.count == 2 && state.snapshot.item?.station.id == "a")
        await radio.shutDown()
        let traceless = try RadioTests.radio()
        await #expect(throws: RadioError.self) { try await traceless.updatePlaylists { $0 = [] } }
        await traceless.shutDown()
    }

    @Test func stationsAreAddedRemovedImportedAndExported() async throws {
        let directory = try TemporaryDirectory()
        let list = directory.path + "/new/own.json"
        let radio = try RadioTests.radio(lists: [list])
        let one = Station(name: "One", urls: ["http://one.example/"])
        #expect(try await radio.add([one], to: list).added.map(\.name) == ["One"])
        #expect(try await radio.add([one], to: list).unchangedCount == 1)
        let playlist = try directory.write("other.m3u", "#EXTM3U\n#EXTINF:-1,Two\nhttp://two.example/\n")
        #expect(try await radio.importStations(from: playlist, to: list).added.map(\.name) == ["Two"])
        #expect(try await radio.library().stations.map(\.name) == ["One", "Two"])
        try await radio.exportStations(to: directory.path + "/all.xspf")
        #expect(try StationListFile.read(directory.path + "/all.xspf").stations.map(\.name) == ["One", "Two"])
        let renamed = Station(name: "First", urls: one.urls)
        try await radio.replace(one, with: renamed, in: list)
        #expect(try await radio.library().stations.map(\.name) == ["First", "Two"])
        await #expect(throws: RadioError.self) { try await radio.replace(one, with: renamed, in: list) }
        try await radio.remove([renamed], from: list)
        #expect(try await radio.library().stations.map(\.name) == ["Two"])
        await #expect(throws: RadioError.self) { try await radio.remove([one], from: list) }
        await radio.shutDown()
    }
}

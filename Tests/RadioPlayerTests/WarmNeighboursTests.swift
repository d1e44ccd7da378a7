import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

@Suite struct WarmNeighboursTests {
    private let rig: PlayerRig

    init() throws { rig = try PlayerRig() }

    private func items(_ urls: [String]) -> [PlaybackItem] { urls.map { PlaybackItem(url: $0) } }

    private func urls(_ count: Int, _ queue: PlaybackQueue) -> [String] {
        WarmNeighbours(count, tools: rig.player.tools).neighbours(in: queue).compactMap(\.item.urls.first)
    }

    @Test func theNearestComeFirst() {
        let all = (0..<10).map { "http://a/\($0)" }
        var queue = PlaybackQueue(items(all), startingAt: 4)
        #expect(urls(1, queue) == ["http://a/5", "http://a/3"])
        #expect(urls(2, queue) == ["http://a/5", "http://a/3", "http://a/6", "http://a/2"])
        #expect(urls(100, queue).count == 9)
        _ = queue.select(0)
        #expect(urls(2, queue) == ["http://a/1", "http://a/2"])
        queue.repeatMode = .all
        #expect(urls(2, queue) == ["http://a/1", "http://a/9", "http://a/2", "http://a/8"])
        #expect(urls(1, PlaybackQueue()) == [])
    }

    @Test func onlyStationsAndEachOnce() {
        var queue = PlaybackQueue(items(["http://a/0", "/home/song.mp3", "HTTPS://a/1", "http://a/0"]))
        queue.repeatMode = .all
        #expect(urls(5, queue) == ["HTTPS://a/1"])
    }

    /// A player connects to neighbours only after something has played. It disconnects stations that are no longer
    /// neighbours, and all others 15 minutes after the last switch.
    @Test func theyComeAndGo() throws {
        let servers = try (0..<4).map { _ in try IcyServer(.mp3) }
        defer { for server in servers { server.stop() } }
        let neighbours = WarmNeighbours(1, tools: rig.player.tools)
        var queue = PlaybackQueue(items(servers.map(\.url)))
        func follow() { neighbours.follow(queue, .listener) { _ in nil } }
        follow()
        #expect(neighbours.stations.isEmpty)
        #expect(neighbours.take(queue.currentEntry) == nil)
        follow()
        #expect(neighbours.stations.values.map(\.url) == [servers[1].url])
        #expect(rig.turn { servers[1].soundBytes > 10_000 })
        _ = queue.next()
        // The test waits until the neighbour has sound, because only then can the player take over its connection.
        #expect(rig.turn { neighbours.stations.values.first?.take() != nil })
        let taken = neighbours.take(queue.currentEntry)
        #expect(taken?.url == servers[1].url)
        follow()
        #expect(Set(neighbours.stations.values.map(\.url)) == [servers[0].url, servers[2].url])
        _ = queue.select(3)
        follow()
        #expect(neighbours.stations.values.map(\.url) == [servers[2].url])
        rig.loop.pass(WarmNeighbours.patience)
        #expect(neighbours.stations.isEmpty)
        follow()
        #expect(neighbours.stations.isEmpty)
    }

    /// A neighbour whose station fails is tried again after the listener's next switch.
    @Test func aStationThatFails() throws {
        let server = try IcyServer(.mp3)
        try server.leave()
        defer { server.stop() }
        let neighbours = WarmNeighbours(1, tools: rig.player.tools)
        let queue = PlaybackQueue(items(["http://127.0.0.1:1/", server.url]))
        _ = neighbours.take(queue.currentEntry)
        func follow() { neighbours.follow(queue, .listener) { _ in nil } }
        follow()
        #expect(rig.turn { neighbours.stations.isEmpty })
        follow()
        #expect(neighbours.stations.isEmpty)
        _ = neighbours.take(queue.currentEntry)
        follow()
        #expect(neighbours.stations.count == 1)
    }
}

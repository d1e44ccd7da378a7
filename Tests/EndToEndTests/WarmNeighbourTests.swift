import RadioFormats
import RadioPlayer
import TestSupport
import Testing

/// The listener switches to a warm neighbour: a station that the player already receives.
@Suite struct WarmNeighbourTests {
    private func told(_ url: String, _ player: ObservedPlayer, from mark: Int = 0) async -> ObservedPlayer.Entry? {
        await player.told(from: mark) {
            guard case .statusDidChange(let snapshot) = $0 else { return false }
            return snapshot.status == .playing && snapshot.item?.urls.first == url
        }
    }

    /// When the listener switches to a warm neighbour, its sound and title come at once, without a new connection. The
    /// test switches to the next station, back to the first, and to the fourth, which is not a neighbour.
    @Test func switchingSoundsAtOnce() async throws {
        let stations = try ["One", "Two", "Three", "Four"].map { title in
            try IcyServer(.mp3, title: "Band - \(title)")
        }
        defer { for station in stations { station.stop() } }
        let sound = try PulseServer()
        defer { sound.stop() }
        var configuration = PlaybackConfiguration(output: .pulse(server: sound.address))
        configuration.warmNeighbours = 1
        let player = try ObservedPlayer(configuration)
        defer { player.shutDown() }
        await player.manager.play(stations.map { PlaybackItem(url: $0.url) })
        #expect(await told(stations[0].url, player) != nil, "\(player.story)")
        #expect(await eventually { stations[1].soundBytes > 40_000 })
        #expect(stations[2].requests.isEmpty && stations[3].requests.isEmpty)
        var mark = player.mark
        await player.manager.next()
        #expect(await told(stations[1].url, player, from: mark) != nil, "\(player.story)")
        #expect(await player.settles { $0.nowPlaying?.track.text == "Band - Two" })
        #expect(stations[1].requests.count == 1)
        #expect(await eventually { stations[0].requests.count == 2 && stations[2].soundBytes > 40_000 })
        #expect(await eventually { stations[0].soundBytes > 40_000 })
        mark = player.mark
        await player.manager.previous()
        #expect(await told(stations[0].url, player, from: mark) != nil, "\(player.story)")
        #expect(stations[0].requests.count == 2)
        mark = player.mark
        await player.manager.playQueue(at: 3)
        #expect(await told(stations[3].url, player, from: mark) != nil, "\(player.story)")
        #expect(stations[3].requests.count == 1)
        // After the stop, the player also closes the connections to the neighbours.
        #expect(await eventually { stations[2].connectionCount == 1 })
        await player.manager.stop()
        #expect(await eventually { stations.allSatisfy { $0.connectionCount == 0 } })
    }
}

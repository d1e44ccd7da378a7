import Longwave
import RadioFormats
import RadioPlayer
import TestSupport
import Testing

/// A player that uses a station directory: it reports clicks there and looks up addresses.
@Suite struct DirectoryLinkTests {
    /// The player reports a click to the directory each time a station starts, but not after a pause and not for
    /// stations that the directory does not know.
    @Test func clicks() async throws {
        let stations = try (0..<3).map { _ in try IcyServer(.mp3) }
        defer { stations.forEach { $0.stop() } }
        let directory = try RadioBrowserServer(
            (0..<2).map { .init($0, name: "Station \($0)", url: stations[$0].url) })
        defer { directory.stop() }
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.manager.keepLinked(to: directory.url)
        let items = stations.enumerated().map { number, station in
            PlaybackItem(
                Station(
                    name: "\(number)", urls: [station.url],
                    directoryID: number < 2 ? RadioBrowserServer.id(number) : nil))
        }
        var expected: [String] = []
        for number in [0, 0, 2, 1] {
            if number < 2 { expected.append(RadioBrowserServer.id(number)) }
            let count = player.count(isPlaying)
            await player.manager.play(items[number])
            #expect(await eventually { player.count(isPlaying) > count })
            await player.manager.pause()
            await player.manager.play()
            #expect(await eventually { player.count(isPlaying) > count + 1 })
            #expect(await eventually { directory.clicks.count >= expected.count })
        }
        #expect(directory.clicks == expected)
    }

    /// If a station's address no longer works, the player looks up the new address in the directory once and then
    /// remembers it.
    @Test func aStationThatHasMovedIsFoundOnce() async throws {
        let stations = try (0..<2).map { _ in try IcyServer(.mp3) }
        defer { stations.forEach { $0.stop() } }
        let gone = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { gone.stop() }
        let directory = try RadioBrowserServer([.init(1, name: "One", url: stations[0].url)])
        defer { directory.stop() }
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.manager.keepLinked(to: directory.url)
        let moved = PlaybackItem(
            Station(name: "One", urls: [gone.url("/a")], directoryID: RadioBrowserServer.id(1)))
        for item in [moved, PlaybackItem(url: stations[1].url), moved] {
            let count = player.count(isPlaying)
            await player.manager.play(item)
            #expect(await eventually { player.count(isPlaying) > count }, "\(player.story)")
        }
        #expect(player.count { if case .didFindAddress = $0 { true } else { false } } == 1)
        #expect(directory.requests.count { $0.path.contains("/byuuid/") } == 1)
        #expect(gone.requests.count == 1)
        #expect(await player.manager.snapshot.workingURL == stations[0].url)
    }

    /// A directory cannot name a file of this computer as an address. A station without a working address fails.
    @Test func aDirectoryThatLies() async throws {
        let gone = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { gone.stop() }
        let directory = try RadioBrowserServer([.init(1, name: "One", url: "file:///dev/zero")])
        defer { directory.stop() }
        let player = try ObservedPlayer(PlaybackConfiguration(output: .null))
        defer { player.shutDown() }
        await player.manager.keepLinked(to: directory.url)
        await player.manager.play(
            PlaybackItem(Station(name: "One", urls: [gone.url("/a")], directoryID: RadioBrowserServer.id(1))))
        let isFailed: (PlaybackNotification) -> Bool = { if case .didFail = $0 { true } else { false } }
        #expect(await player.told(where: isFailed) != nil, "\(player.story)")
        #expect(player.count { if case .didFindAddress = $0 { true } else { false } } == 0)
        #expect(directory.requests.count == 1)
    }

    private func isPlaying(_ notification: PlaybackNotification) -> Bool {
        if case .statusDidChange(let snapshot) = notification { snapshot.status == .playing } else { false }
    }
}

extension PlaybackManager {
    /// Connects the player to the directory of stations at `url`, for as long as the player lives.
    fileprivate func keepLinked(to url: String) {
        let link = DirectoryLink(self, address: .server(url))
        keepObserving { _ in withExtendedLifetime(link) {} }
    }
}

extension ObservedPlayer {
    fileprivate func count(_ matches: (PlaybackNotification) -> Bool) -> Int {
        entries.count { matches($0.notification) }
    }
}

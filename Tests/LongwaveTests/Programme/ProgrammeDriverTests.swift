import RadioFormats
import RadioPlayer
import TestSupport
import Testing

@testable import Longwave

/// Programmes on a radio, with stations on the loopback.
@Suite struct ProgrammeDriverTests {
    private static func radio(_ sources: [String], _ change: (inout Programme) -> Void = { _ in }) throws -> Radio {
        var programme = Programme(name: "shop", sources: sources)
        (programme.patience, programme.deadAir, programme.returnAfter) = (.seconds(1), .seconds(2), .seconds(1))
        change(&programme)
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null, policy: .kiosk)
        configuration.journal = JournalPlaces()
        configuration.programmes = [programme]
        return try Radio(configuration)
    }

    /// A station that sends digital silence: frames without data.
    private static func silentStation() throws -> IcyServer {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
        return try IcyServer([.init([[UInt8]](repeating: frame, count: 300).flatMap(\.self), bytesPerSecond: 15_963)])
    }

    private typealias Notifications = AsyncStream<PlaybackNotification>.AsyncIterator

    /// Waits for the next change to another source.
    private func change(_ notifications: inout Notifications) async throws -> ProgrammePlace {
        while let notification = await notifications.next() {
            if case .sourceDidChange(let snapshot) = notification { return try #require(snapshot.programme) }
        }
        throw RadioError.shutDown
    }

    private func playing(_ notifications: inout Notifications) async -> PlaybackSnapshot? {
        while let notification = await notifications.next() {
            if notification.snapshot.status == .playing { return notification.snapshot }
        }
        return nil
    }

    @Test func deadAirMovesOn() async throws {
        let (silent, good) = (try Self.silentStation(), try IcyServer(.mp3, title: "One"))
        defer { for server in [silent, good] { server.stop() } }
        let radio = try Self.radio([silent.url, good.url])
        var notifications = radio.manager.notifications().makeAsyncIterator()
        try await radio.play(programme: "shop")
        #expect(await playing(&notifications)?.programme?.index == 0)
        let place = try await change(&notifications)
        #expect(place.index == 1 && place.lastSwitch?.reason == .deadAir && place.switchCount == 1)
        let snapshot = await playing(&notifications)
        #expect(snapshot?.item?.urls == [good.url] && snapshot?.tally.switchCount == 1)
        // The connection of the watch was taken over.
        #expect(good.requests.count == 1)
        await radio.shutDown()
    }

    @Test func aStationThatLeavesAndComesBack() async throws {
        let (first, second) = (try IcyServer(.mp3, title: "One"), try IcyServer(.mp3, title: "Two"))
        defer { for server in [first, second] { server.stop() } }
        let radio = try Self.radio([first.url, second.url]) { $0.isWarm = true }
        var notifications = radio.manager.notifications().makeAsyncIterator()
        try await radio.play(programme: "shop")
        #expect(await playing(&notifications)?.item?.urls == [first.url])
        try first.leave()
        var place = try await change(&notifications)
        #expect(place.index == 1 && place.lastSwitch?.reason == .silence)
        #expect(await playing(&notifications)?.item?.urls == [second.url])
        first.comeBack()
        // Quiet moments are rare in the sample, and a return waits for minutes otherwise: another title is one, too.
        let titles = Task {
            for number in 0... where !Task.isCancelled {
                second.setTitle("Title \(number)")
                try await Task.sleep(for: .milliseconds(300))
            }
        }
        place = try await change(&notifications)
        titles.cancel()
        #expect(place.index == 0 && place.lastSwitch?.reason == .recovery && place.switchCount == 2)
        #expect(await playing(&notifications)?.item?.urls == [first.url])
        await radio.shutDown()
    }

    /// Nothing can be received, so the files of a folder play, one after the other.
    @Test func theLastResort() async throws {
        let directory = try TemporaryDirectory()
        let frames = Array(try Sample.mp3.read().prefix(418 * 20))
        for name in ["b/two.mp3", "a.mp3"] { try directory.write(name, frames) }
        try directory.write("notes.txt", "no sound")
        let radio = try Self.radio(["http://127.0.0.1:1/", directory.path + "/nothing", directory.path])
        var notifications = radio.manager.notifications().makeAsyncIterator()
        try await radio.play(programme: "shop")
        #expect(try await change(&notifications).index == 2)
        var names: [String] = []
        while names.count < 3, let notification = await notifications.next() {
            if case .statusDidChange(let snapshot) = notification, snapshot.status == .playing {
                names.append(snapshot.item?.station.name ?? "")
            }
        }
        #expect(names == ["a.mp3", "two.mp3", "a.mp3"])
        #expect(await radio.manager.snapshot.programme?.index == 2)
        await radio.shutDown()
    }

    @Test(arguments: ["stop", "play"]) func whatEndsAProgramme(_ way: String) async throws {
        let (first, second) = (try IcyServer(.mp3), try IcyServer(.mp3))
        defer { for server in [first, second] { server.stop() } }
        let radio = try Self.radio([first.url, "http://127.0.0.1:1/"])
        var notifications = radio.manager.notifications().makeAsyncIterator()
        let state = try await radio.perform(.play(PlayRequest(.programme("shop"))))
        #expect(state.snapshot.programme?.name == "shop")
        #expect(await playing(&notifications) != nil)
        if way == "stop" { await radio.manager.stop() } else { await radio.manager.play(PlaybackItem(url: second.url)) }
        while await radio.manager.snapshot.programme != nil { await Task.yield() }
        await #expect(radio.manager.perform { _ in radio.state.programme == nil })
        await radio.shutDown()
    }

    /// A pause is no failure.
    @Test func aPause() async throws {
        let (first, second) = (try IcyServer(.mp3), try IcyServer(.mp3))
        defer { for server in [first, second] { server.stop() } }
        let radio = try Self.radio([first.url, second.url])
        var notifications = radio.manager.notifications().makeAsyncIterator()
        try await radio.play(programme: "shop")
        #expect(await playing(&notifications) != nil)
        _ = try await radio.perform(.pause)
        try first.leave()
        #expect(second.requests.isEmpty)
        _ = try await radio.perform(.play(PlayRequest()))
        #expect(try await change(&notifications).lastSwitch?.reason == .silence)
        await radio.shutDown()
    }

    /// A definition that changes plays at once.
    @Test func newSettings() async throws {
        let (first, second) = (try IcyServer(.mp3), try IcyServer(.mp3))
        defer { for server in [first, second] { server.stop() } }
        let radio = try Self.radio([first.url])
        var notifications = radio.manager.notifications().makeAsyncIterator()
        try await radio.play(programme: "shop")
        #expect(await playing(&notifications)?.item?.urls == [first.url])
        await radio.manager.perform { manager in
            var settings = CommandSettings()
            for sources in [[first.url], [second.url]] {
                var programme = Programme(name: "shop", sources: sources)
                (programme.patience, programme.deadAir) = (.seconds(1), .seconds(2))
                programme.returnAfter = .seconds(1)
                settings.programmes = [programme]
                radio.use(settings, on: manager)
            }
        }
        while await radio.manager.snapshot.item?.urls != [second.url] { _ = await notifications.next() }
        #expect(first.requests.count == 1)
        await radio.shutDown()
    }

    @Test func noSuchProgramme() async throws {
        let radio = try Self.radio(["x"])
        await #expect(throws: RadioError.noProgramme("bar", known: ["shop"])) { try await radio.play(programme: "bar") }
        await #expect { try await radio.perform(.enqueue(.programme("shop"), isNext: false)) } throws: {
            ($0 as? PlayerCommandError)?.code == "wrongParameters"
        }
        await radio.shutDown()
    }
}

import TestSupport
import Testing

@testable import Longwave

/// Commands as values, given from any task.
@Suite struct PerformTests {
    private static func radio() throws -> Radio {
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.journal = JournalPlaces()
        configuration.recordings = "/nonexistent"
        return try Radio(configuration)
    }

    private static let stations = ["A", "B"].map { Station(name: $0, urls: ["http://127.0.0.1:1/\($0)"], id: $0) }

    @Test func theStateFollows() async throws {
        let radio = try Self.radio()
        #expect(try await radio.perform(.setVolume(0.25)).snapshot.volume == 0.25)
        #expect(try await radio.perform(.sleep(.seconds(600))).sleep.map { $0 > .seconds(590) } == true)
        #expect(try await radio.perform(.sleep(nil)).sleep == nil)
        let queued = try await radio.perform(.enqueue(.stations(Self.stations), isNext: false))
        #expect(queued.snapshot.queue.count == 2)
        let playing = try await radio.perform(.play(PlayRequest(.stations(Self.stations, startingAt: 1))))
        #expect(playing.snapshot.queue.index == 1 && playing.snapshot.intent == .playing)
        #expect(try await radio.perform(.shuffle(true)).snapshot.queue.isShuffled)
        #expect(try await radio.perform(.clearQueue).snapshot.queue.count == 0)
        await radio.shutDown()
    }

    @Test(arguments: [
        (PlayerCommand.next, "noEffect"), (.seek(.by(-10)), "cannotSeek"), (.remove(.at(3)), "noSuchEntry"),
        (.playEntry(.id(99)), "noSuchEntry"), (.record(true), "nothingPlays"), (.like(true), "noTitle"),
        (.play(PlayRequest(.playlist("no such playlist"))), "noPlaylist"),
        (.play(PlayRequest(.query("nosuch="))), "wrongParameters"),
        (.play(PlayRequest(.stations(stations, startingAt: 2))), "wrongParameters"),
    ])
    func whatIsRefused(_ command: PlayerCommand, _ code: String) async throws {
        let radio = try Self.radio()
        await #expect {
            _ = try await radio.perform(command)
        } throws: {
            ($0 as? PlayerCommandError)?.code == code && !"\($0)".isEmpty
        }
        await radio.shutDown()
        await #expect { _ = try await radio.perform(.pause) } throws: {
            ($0 as? PlayerCommandError)?.code == "shutDown"
        }
    }

    /// A later choice answers the earlier one, whose station is still being connected. Numbers of any size are bounded.
    @Test func manyAtOnce() async throws {
        let server = try LoopbackServer { $0.neverAnswer() }
        defer { server.stop() }
        let radio = try Self.radio()
        var request = PlayRequest(.stations([Station(name: "Slow", urls: [server.url()])]))
        request.isPrepared = true
        let first = Task { [request] in try await radio.perform(.play(request)) }
        while server.requests.isEmpty { try await pass(.milliseconds(10)) }
        _ = try await radio.perform(.enqueue(.stations(Self.stations), isNext: false))
        _ = try await radio.perform(.stop)
        await #expect { _ = try await first.value } throws: { ($0 as? PlayerCommandError)?.code == "superseded" }
        let id = try #require(await radio.manager.queue.entries.first?.id)
        for step in [Int.max, .min] { _ = try await radio.perform(.moveEntry(id, by: step)) }
        for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
            await #expect(throws: PlayerCommandError.self) { try await radio.perform(.seek(.by(seconds))) }
        }
        _ = try await radio.perform(.sleep(.seconds(600)))
        await radio.shutDown()
    }

    /// A station that sends its sound after a signal.
    private static func station(sendingAfter maySend: TestSignal) throws -> LoopbackServer {
        let sound = try Sample.mp3.read()
        return try LoopbackServer { connection in
            if connection.wait(for: maySend) { connection.play(sound) }
        }
    }

    /// A choice that is still being connected is not lost by commands that do not choose anything else.
    @Test func aChoiceThatWaits() async throws {
        let maySend = TestSignal()
        let server = try Self.station(sendingAfter: maySend)
        defer { server.stop() }
        let radio = try Self.radio()
        var request = PlayRequest(.stations([Station(name: "Slow", urls: [server.url()])]))
        request.isPrepared = true
        let choice = Task { [request] in try await radio.perform(.play(request)) }
        while server.requests.isEmpty { try await pass(.milliseconds(10)) }
        await #expect(throws: PlayerCommandError.self) { try await radio.perform(.next) }
        _ = try await radio.perform(.enqueue(.stations(Self.stations), isNext: false))
        _ = try await radio.perform(.remove(.at(1)))
        await #expect(throws: PlayerCommandError.self) { try await radio.perform(.playEntry(.id(99))) }
        maySend.raise()
        let state = try await choice.value
        #expect(state.snapshot.item?.station.name == "Slow" && state.snapshot.queue.count == 1)
        await radio.shutDown()
    }

    /// The item that is heard ends by itself while a choice is still being connected. The choice plays all the same.
    @Test func anItemThatEndsBeforeTheChoice() async throws {
        let maySend = TestSignal()
        let server = try Self.station(sendingAfter: maySend)
        defer { server.stop() }
        let radio = try Self.radio()
        let file = Station(name: "File", urls: [Sample.mp3.path])
        _ = try await radio.perform(.play(PlayRequest(.stations([file, Self.stations[0]]))))
        for await status in radio.statuses where status == .playing { break }
        var request = PlayRequest(.stations([Station(name: "Slow", urls: [server.url()])]))
        request.isSeamless = true
        let choice = Task { [request] in try await radio.perform(.play(request)) }
        while server.requests.isEmpty { try await pass(.milliseconds(10)) }
        _ = try await radio.perform(.seek(.to(7)))
        for await item in radio.items where item?.station.name == "A" { break }
        maySend.raise()
        #expect(try await choice.value.snapshot.item?.station.name == "Slow")
        await radio.shutDown()
    }
}

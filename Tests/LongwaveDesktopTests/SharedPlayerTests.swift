import Glibc
import TestSupport
import Testing

@testable import LongwaveDesktop

/// The shared player of one program, which another program controls.
@Suite struct SharedPlayerTests {
    private static func radio() throws -> Radio {
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.journal = JournalPlaces()
        return try Radio(configuration)
    }

    /// A program at the socket accepts the connection, and never answers.
    @Test func aPlayerThatDoesNotAnswer() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/socket"
        let server = try UnixServer(at: path) { client in
            var byte: UInt8 = 0
            while read(client, &byte, 1) > 0 {}
        }
        defer { server.stop() }
        let radio = try Self.radio()
        let player = await PlayerConnection(
            radio, socket: path, firstAnswer: .milliseconds(100), on: radio.manager)
        #expect(player.isShared)
        await #expect(throws: PlayerCommandError.gone) { try await player.perform(.pause) }
        for await _ in player.states {}
        await #expect(throws: PlayerCommandError.gone) { try await player.perform(.pause) }
        await radio.shutDown()
    }

    @Test func aSecondProgramSeesAndControlsIt() async throws {
        let directory = try TemporaryDirectory()
        var options = SharedPlayer.Options()
        (options.socket, options.volume) = (directory.path + "/socket", 0.5)
        options.state = directory.path + "/player.json"
        let (own, other) = (try Self.radio(), try Self.radio())
        let alone = await PlayerConnection(other, socket: options.socket, on: other.manager)
        #expect(!alone.isShared)
        let shared = try await SharedPlayer(own, options, on: own.manager)
        let path = options.socket ?? ""
        await #expect(throws: SharedPlayerError.inUse(path)) {
            _ = try await SharedPlayer(other, options, on: other.manager)
        }
        let player = await PlayerConnection(other, socket: options.socket, on: other.manager)
        #expect(player.isShared)
        for await state in player.states where state.snapshot.volume == 0.5 { break }
        let station = Station(name: "One", urls: ["http://127.0.0.1:1/"])
        try await player.perform(.enqueue(.stations([station]), isNext: false))
        #expect(await own.manager.queue.items.map(\.station.name) == ["One"])
        #expect(try await player.perform(.setVolume(0.25)).snapshot.volume == 0.25)
        #expect(await own.manager.snapshot.volume == 0.25)
        await #expect(throws: PlayerCommandError.self) { try await player.perform(.playEntry(.at(7))) }

        await shared.close()
        for await _ in player.states {}
        await #expect(throws: PlayerCommandError.self) { try await player.perform(.pause) }
        await own.shutDown()

        // The next program continues with the queue of the last one.
        let next = try Self.radio()
        options.volume = nil
        let again = try await SharedPlayer(next, options, on: next.manager)
        for await news in next.manager.notifications() where news.snapshot.queue.count == 1 { break }
        #expect(await next.manager.snapshot.volume == 0.25)
        await again.close()
        await next.shutDown()
        await other.shutDown()
        await #expect(throws: PlayerCommandError.self) { try await alone.perform(.pause) }
    }

    @Test func aHookRunsUntilTheServicesClose() async throws {
        let directory = try TemporaryDirectory()
        let radio = try Self.radio()
        var options = DesktopServices.Options()
        options.busName = nil
        let desktop = await DesktopServices(radio, options, on: radio.manager)
        let file = directory.path + "/volume"
        let command = ["sh", "-c", "printf %s \"$LONGWAVE_VOLUME\" >\"$0\"", file]
        #expect(Hook(event: "noSuchEvent", command: command) == nil && Hook(event: "didFail", command: []) == nil)
        options.hooks = [try #require(Hook(event: "volumeDidChange", command: command))]
        await desktop.update(options, on: radio.manager)
        await radio.manager.setVolume(0.75)
        await desktop.close()
        #expect(try ChildProcess.run("cat", [file]).output == "75")
        await radio.manager.setVolume(0.5)
        await radio.shutDown()
        #expect(try ChildProcess.run("cat", [file]).output == "75")
    }
}

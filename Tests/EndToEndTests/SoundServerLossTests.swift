import Glibc
import Longwave
import RadioAudio
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// Sound servers that are killed, hang, return, or do not exist from the start.
@Suite(.enabled(if: PulseServer.isInstalled))
struct SoundServerLossTests {
    private func policy(_ loss: PlaybackPolicy.DeviceLoss) -> PlaybackPolicy {
        var policy = PlaybackPolicy.listener
        policy.deviceLoss = loss
        return policy
    }

    @Test(arguments: [true, false])
    func aServerThatComesBackIsHeardAgain(_ isKilled: Bool) async throws {
        let directory = try TemporaryDirectory()
        let socket = directory.path + "/pulse.sock"
        let first = try PulseServer(socket: socket)
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(first).playing(station.url)
        defer { player.shutDown() }
        try await pass(.seconds(1))
        var mark = player.mark
        if isKilled { first.stop() } else { first.quit() }
        #expect(await player.told(.waitingToPlay(.noOutputDevice), from: mark) != nil, "\(player.story)")
        try await pass(.seconds(2))
        mark = player.mark
        let second = try PulseServer(socket: socket)
        let back = MonotonicInstant.now
        let recorder = try second.record()
        let playing = try #require(await player.told(.playing, from: mark), "\(player.story)")
        #expect(await eventually { recorder.firstSound() != nil })
        Figures.note(
            "playing after the sound server came back, \(isKilled ? "killed" : "restarted")",
            seconds: back.duration(to: playing.at).inSeconds)
        #expect(await player.manager.snapshot.stallCount == 0)
    }

    @Test func aServerFrozenForTwentySecondsIsHeardAgain() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let recorder = try server.record()
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        try await pass(.seconds(1))
        var mark = player.mark
        server.freeze()
        defer { server.thaw() }
        let stall = try #require(await player.told(.waitingToPlay(.stalled), from: mark), "\(player.story)")
        #expect(StatusWords(stall.snapshot).cause == "the sound server does not answer")
        try await pass(.seconds(16))
        #expect(player.first(from: mark) { $0.snapshot.status == .playing } == nil || player.mark == mark)
        mark = player.mark
        let heard = recorder.frameCount
        server.thaw()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound(from: heard) != nil })
        let reconnects = await player.manager.snapshot.reconnectCount
        #expect(reconnects == 0, "the station is not to blame")
    }

    /// A sound server is replaced by a server that lacks the player's device. The policy decides whether the player
    /// uses another device.
    @Test(arguments: PlaybackPolicy.DeviceLoss.allCases)
    func aServerThatComesBackWithAnotherDevice(_ loss: PlaybackPolicy.DeviceLoss) async throws {
        let directory = try TemporaryDirectory()
        let socket = directory.path + "/pulse.sock"
        let first = try PulseServer(socket: socket)
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(first, policy: policy(loss)).playing(station.url)
        defer { player.shutDown() }
        var mark = player.mark
        first.stop()
        #expect(await player.told(.waitingToPlay(.noOutputDevice), from: mark) != nil, "\(player.story)")
        mark = player.mark
        let second = try PulseServer(sinks: [.init("n9")], socket: socket)
        switch loss {
        case .follow:
            #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
            return
        case .pause: #expect(await player.told(.paused(.outputDeviceRemoved), from: mark) != nil, "\(player.story)")
        case .wait:
            try await pass(.seconds(3))
            #expect(await player.manager.snapshot.status == .waitingToPlay(.noOutputDevice))
        }
        #expect(second.streams.isEmpty)
        try second.add(.init("n1"))
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await player.manager.snapshot.outputDevice == "n1")
    }

    /// PipeWire replaces the sound server at the same address. The sound continues without a command, on the device of
    /// the same name. If PipeWire has no such device, the sound continues on the default device, unless the policy is
    /// to wait for the old one.
    @Test(
        .enabled(if: PipeWireServer.isInstalled),
        arguments: [("n1", PlaybackPolicy.DeviceLoss.pause), ("n1", .wait), ("p1", .pause), ("p1", .follow)])
    func pipeWireTakesItsPlace(_ sink: String, _ loss: PlaybackPolicy.DeviceLoss) async throws {
        let directory = try TemporaryDirectory()
        mkdir(directory.path + "/pulse", 0o700)
        let first = try PulseServer(socket: directory.path + "/pulse/native")
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(first, policy: policy(loss)).playing(station.url)
        defer { player.shutDown() }
        var mark = player.mark
        first.quit()
        #expect(await player.told(.waitingToPlay(.noOutputDevice), from: mark) != nil, "\(player.story)")
        mark = player.mark
        let second = try PipeWireServer(sinks: [sink], directory: directory)
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await player.told(from: mark) { $0.snapshot.outputDevice == sink } != nil)
        let recorder = try second.record(sink)
        #expect(await eventually { recorder.firstSound() != nil })
    }

    @Test(arguments: [PlaybackPolicy.DeviceLoss.wait, .follow])
    func whoWaitsStartsWhenTheServerComes(_ loss: PlaybackPolicy.DeviceLoss) async throws {
        let directory = try TemporaryDirectory()
        let socket = directory.path + "/pulse/native"
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        var policy = loss == .follow ? PlaybackPolicy.kiosk : .listener
        policy.deviceLoss = loss
        let output = PlaybackConfiguration.Output.pulse(server: "unix:" + socket)
        let player = try ObservedPlayer(PlaybackConfiguration(output: output, policy: policy))
        defer { player.shutDown() }
        await player.play(station.url)
        #expect(await player.told(.waitingToPlay(.noOutputDevice)) != nil, "\(player.story)")
        try await pass(.seconds(1))
        mkdir(directory.path + "/pulse", 0o700)
        let server = try PulseServer(socket: socket)
        let recorder = try server.record()
        #expect(await player.told(.playing) != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound() != nil })
    }
}

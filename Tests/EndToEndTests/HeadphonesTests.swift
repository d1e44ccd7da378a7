import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// Headphones are unplugged and plugged in again. The program `shared/tools/fake-headphones` simulates their sound card
/// in a PipeWire server.
@Suite(.enabled(if: FakeHeadphones.isBuildable && PulseServer.isInstalled))
struct HeadphonesTests {
    @Test(arguments: PlaybackPolicy.DeviceLoss.allCases)
    func unpluggedAndPluggedInAgain(_ loss: PlaybackPolicy.DeviceLoss) async throws {
        let server = try PipeWireServer(sinks: [])
        let card = try FakeHeadphones(server)
        #expect(await eventually { (try? server.pactl("list", "cards").contains("Headphones")) == true })
        #expect(
            await eventually { (try? server.pactl("list", "short", "sinks").contains(FakeHeadphones.sink)) == true })
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        var policy = PlaybackPolicy.listener
        policy.deviceLoss = loss
        let output = PlaybackConfiguration.Output.pulse(server: server.address, devices: [FakeHeadphones.sink])
        let player = try await ObservedPlayer(PlaybackConfiguration(output: output, policy: policy)).playing(
            station.url)
        defer { player.shutDown() }
        try await pass(.milliseconds(500))
        var mark = player.mark
        let pulled = MonotonicInstant.now
        card.toggle()
        let removed = await player.told(from: mark) {
            if case .outputRouteDidChange(.deviceRemoved, _) = $0 { true } else { false }
        }
        let entry = try #require(removed, "\(player.story)")
        Figures.note("headphones unplugged, said after, \(loss)", seconds: pulled.duration(to: entry.at).inSeconds)
        switch loss {
        case .pause: #expect(await player.told(.paused(.outputDeviceRemoved), from: mark) != nil, "\(player.story)")
        case .wait: #expect(await player.told(.waitingToPlay(.noOutputDevice), from: mark) != nil, "\(player.story)")
        case .follow: break
        }
        try await pass(.seconds(1))
        if loss == .follow {
            #expect(await player.manager.snapshot.status == .playing)
            return
        }
        #expect(player.first(from: mark) { $0.snapshot.status == .playing } == nil || entry.snapshot.status == .playing)
        mark = player.mark
        card.toggle()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
    }
}

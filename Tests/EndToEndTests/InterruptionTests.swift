import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// Phone calls and suspended devices interrupt a player while the listener gives commands.
@Suite(.enabled(if: PulseServer.isInstalled))
struct InterruptionTests {
    private func call(_ server: PulseServer) throws -> ChildProcess {
        try ChildProcess(
            "pacat", ["--playback", "--property=media.role=phone", "/dev/zero"],
            environment: ["PULSE_SERVER": server.address])
    }

    private func start(_ server: PulseServer, _ station: IcyServer) async throws -> ObservedPlayer {
        let player = try await ObservedPlayer(server).playing(station.url)
        return player
    }

    private func ended(_ player: ObservedPlayer, from mark: Int) async -> Bool? {
        let entry = await player.told(from: mark) { if case .interruptionEnded = $0 { true } else { false } }
        guard case .interruptionEnded(_, let shouldResume, _) = entry?.notification else { return nil }
        return shouldResume
    }

    /// During a phone call, the sound server mutes each new stream and asks its client to cork it. The request comes so
    /// early that libpulse drops it. The player recognises the call nevertheless: its stream is muted from the first
    /// moment, and a stream with the role "phone" exists. The player is then interrupted.
    @Test func aStreamThatBeginsDuringACallIsInterrupted() async throws {
        let server = try PulseServer(modules: ["module-role-cork"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let recorder = try server.record()
        let phone = try call(server)
        #expect(await eventually { !server.streams.isEmpty })
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        await player.play(station.url)
        #expect(await player.told(.paused(.interruption)) != nil, "\(player.story)")
        // The listener chooses another station during the call.
        var mark = player.mark
        let other = try IcyServer(.mp3, title: "Other")
        defer { other.stop() }
        await player.play(other.url)
        #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
        try await pass(.seconds(1))
        #expect(player.first { $0.snapshot.status == .playing } == nil, "\(player.story)")
        #expect(recorder.firstSound() == nil)
        mark = player.mark
        phone.end()
        #expect(await ended(player, from: mark) == true)
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound() != nil })
        #expect(player.first { $0.snapshot.isMuted } == nil, "the call's mute is not the listener's")
    }

    /// A call that only records interrupts the player until the call ends. (Once, the player considered the
    /// interruption over because no stream of the call played sound.)
    @Test func aCallThatOnlyListensLasts() async throws {
        let server = try PulseServer(modules: ["module-role-cork global=1 use_source_trigger=1"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await start(server, station)
        defer { player.shutDown() }
        let mark = player.mark
        let phone = try ChildProcess(
            "pacat", ["--record", "--property=media.role=phone", "--device=n1.monitor", "/dev/null"],
            environment: ["PULSE_SERVER": server.address])
        #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
        try await pass(.seconds(1))
        #expect(await player.manager.snapshot.status == .paused(.interruption), "\(player.story)")
        let last = player.mark
        phone.end()
        #expect(await ended(player, from: last) == true)
        #expect(await player.told(.playing, from: last) != nil, "\(player.story)")
    }

    /// The listener mutes the player before a call. The mute is not mistaken for an interruption by the call.
    @Test func aMuteIsNoInterruption() async throws {
        let server = try PulseServer(modules: ["module-role-cork"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await start(server, station)
        defer { player.shutDown() }
        await player.manager.setMuted(true)
        let index = try #require(server.streams.first).prefix { $0.isNumber }
        #expect(await eventually { (try? server.pactl("list", "sink-inputs").contains("Mute: yes")) == true })
        let mark = player.mark
        let phone = try call(server)
        #expect(await eventually { server.streams.count == 2 })
        try await pass(.seconds(1))
        phone.end()
        try server.pactl("set-sink-input-mute", String(index), "0")
        #expect(await player.told(from: mark) { !$0.snapshot.isMuted } != nil, "\(player.story)")
        #expect(await player.settles { $0.status == .playing }, "\(player.story)")
        #expect(player.first { if case .interruptionBegan = $0 { true } else { false } } == nil, "\(player.story)")
    }

    @Test func callsNestAndEndTogether() async throws {
        let server = try PulseServer(modules: ["module-role-cork"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await start(server, station)
        defer { player.shutDown() }
        let mark = player.mark
        let first = try call(server)
        #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
        let second = try call(server)
        #expect(await eventually { server.streams.count == 3 })
        first.end()
        #expect(await eventually { server.streams.count == 2 })
        try await pass(.seconds(1))
        #expect(await player.manager.snapshot.status == .paused(.interruption))
        let last = player.mark
        second.end()
        #expect(await ended(player, from: last) == true)
        #expect(await player.told(.playing, from: last) != nil, "\(player.story)")
        let interruptions = player.entries.count {
            if case .interruptionBegan = $0.notification { true } else { false }
        }
        #expect(interruptions == 1)
    }

    @Test func aPauseDuringACallStays() async throws {
        let server = try PulseServer(modules: ["module-role-cork"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let recorder = try server.record()
        let player = try await start(server, station)
        defer { player.shutDown() }
        var mark = player.mark
        let phone = try call(server)
        #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
        await player.manager.pause()
        #expect(await player.told(.paused(.user), from: mark) != nil, "\(player.story)")
        mark = player.mark
        phone.end()
        #expect(await ended(player, from: mark) == false)
        let silent = recorder.frameCount + 24_000
        #expect(await eventually { recorder.frameCount > silent + 48_000 })
        #expect(recorder.firstSound(from: silent) == nil)
        #expect(await player.manager.snapshot.status == .paused(.user))
        mark = player.mark
        await player.manager.play()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound(from: silent) != nil })
    }

    @Test func playDuringACallWaitsForItsEnd() async throws {
        let server = try PulseServer(modules: ["module-role-cork"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let recorder = try server.record()
        let player = try await start(server, station)
        defer { player.shutDown() }
        await player.manager.pause()
        #expect(await player.told(.paused(.user)) != nil, "\(player.story)")
        var mark = player.mark
        let phone = try call(server)
        #expect(
            await player.told(from: mark) { if case .interruptionBegan = $0 { true } else { false } } != nil,
            "\(player.story)")
        let silent = recorder.frameCount
        await player.manager.play()
        #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
        #expect(await eventually { recorder.frameCount > silent + 48_000 })
        #expect(recorder.firstSound(from: silent) == nil)
        mark = player.mark
        phone.end()
        #expect(await ended(player, from: mark) == true)
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound(from: silent) != nil })
    }

    // MARK: Suspended devices

    @Test func aSuspendedDeviceAtTheStart() async throws {
        let server = try PulseServer()
        try server.pactl("suspend-sink", "n1", "1")
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        await player.play(station.url)
        #expect(await player.told(.paused(.interruption)) != nil, "\(player.story)")
        #expect(player.first { $0.snapshot.status == .playing } == nil, "\(player.story)")
        let mark = player.mark
        try server.pactl("suspend-sink", "n1", "0")
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
    }

    @Test func ourOwnIdleSuspendIsNoInterruption() async throws {
        let server = try PulseServer(modules: ["module-suspend-on-idle timeout=1"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await start(server, station)
        defer { player.shutDown() }
        var mark = player.mark
        await player.manager.pause()
        #expect(await player.told(.paused(.user), from: mark) != nil, "\(player.story)")
        let isAsleep = { (try? server.pactl("list", "short", "sinks").contains("SUSPENDED")) == true }
        #expect(await eventually(isAsleep))
        mark = player.mark
        await player.manager.play()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(player.first { if case .interruptionBegan = $0 { true } else { false } } == nil, "\(player.story)")
        // A device sleeps because nothing plays, and somebody also suspends it by command. The sound server sends no
        // event for this. When the player starts, the device does not wake up, and the player reports an interruption.
        await player.manager.pause()
        #expect(await eventually(isAsleep))
        try server.pactl("suspend-sink", "n1", "1")
        mark = player.mark
        await player.manager.play()
        #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
        mark = player.mark
        try server.pactl("suspend-sink", "n1", "0")
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
    }

    @Test func aCallAndASuspendedDeviceTogether() async throws {
        let server = try PulseServer(modules: ["module-role-cork"])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await start(server, station)
        defer { player.shutDown() }
        var mark = player.mark
        let phone = try call(server)
        #expect(await player.told(.paused(.interruption), from: mark) != nil, "\(player.story)")
        try server.pactl("suspend-sink", "n1", "1")
        mark = player.mark
        phone.end()
        #expect(await ended(player, from: mark) != nil, "\(player.story)")
        try await pass(.seconds(1))
        #expect(await player.manager.snapshot.status == .paused(.interruption), "\(player.story)")
        #expect(player.first(from: mark) { $0.snapshot.status == .playing } == nil, "\(player.story)")
        mark = player.mark
        try server.pactl("suspend-sink", "n1", "0")
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
    }
}

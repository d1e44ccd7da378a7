import Glibc
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// What other programs of the desktop, such as volume mixers, see of the player, and how they control it.
@Suite(.enabled(if: PulseServer.isInstalled))
struct SoundServerTests {
    /// Returns the index of the player's stream at the sound server, and the output of `pactl list sink-inputs`.
    private func sinkInput(_ server: PulseServer) -> (index: String, text: String)? {
        guard let text = try? server.pactl("list", "sink-inputs") else { return nil }
        guard let start = text.firstRange(of: "Sink Input #") else { return nil }
        return (String(text[start.upperBound...].prefix { $0.isNumber }), text)
    }

    @Test func volumeIsOnTheServersSideAndMixersAreNoticed() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server, volume: 0.5).playing(station.url)
        defer { player.shutDown() }
        let first = try #require(sinkInput(server))
        #expect(first.text.contains(" 50%"), "\(first.text)")
        await player.manager.setVolume(0.25)
        #expect(await eventually { sinkInput(server)?.text.contains(" 25%") == true })
        // A mixer sets the volume of the player's stream. The player reports the change.
        var mark = player.mark
        try server.pactl("set-sink-input-volume", first.index, "80%")
        let changed = await player.told(from: mark) {
            if case .volumeDidChange(let snapshot) = $0 { abs(snapshot.volume - 0.8) < 0.01 } else { false }
        }
        #expect(changed != nil, "\(player.story)")
        mark = player.mark
        try server.pactl("set-sink-input-mute", first.index, "1")
        let muted = await player.told(from: mark) {
            if case .volumeDidChange(let snapshot) = $0 { snapshot.isMuted } else { false }
        }
        #expect(muted != nil, "\(player.story)")
        await player.manager.setMuted(false)
        #expect(await eventually { sinkInput(server)?.text.contains("Mute: no") == true })
        // The player's volume 1 is 100% at the sound server.
        await player.manager.setVolume(1)
        #expect(await eventually { sinkInput(server)?.text.contains("100%") == true })
    }

    @Test func mixersSeeWhoPlaysAndWhat() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3, title: "Artist - First")
        defer { station.stop() }
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        let item = PlaybackItem(.init(name: "Radio Test", urls: [station.url]))
        await player.manager.play(item)
        #expect(await player.heardTitle("Artist - First") != nil, "\(player.story)")
        #expect(await eventually { sinkInput(server)?.text.contains("Artist - First") == true })
        let text = try #require(sinkInput(server)).text
        #expect(text.contains("media.role = \"music\""), "\(text)")
        #expect(text.contains("application.name = \"Longwave\""))
        #expect(text.contains("application.icon_name = "))
        #expect(text.contains("Radio Test"))
        station.setTitle("Artist - Second")
        #expect(await player.heardTitle("Artist - Second") != nil, "\(player.story)")
        #expect(await eventually { sinkInput(server)?.text.contains("Artist - Second") == true })
    }

    @Test func aMovedStreamPlaysOn() async throws {
        let server = try PulseServer(sinks: [.init("n1"), .init("n2")])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server, device: "n1").playing(station.url)
        defer { player.shutDown() }
        let recorder = try server.record("n2")
        let input = try #require(sinkInput(server))
        let mark = player.mark
        try server.pactl("move-sink-input", input.index, "n2")
        let moved = await player.told(from: mark) {
            if case .outputRouteDidChange(.moved, let snapshot) = $0 { snapshot.outputDevice == "n2" } else { false }
        }
        #expect(moved != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound() != nil })
        #expect(await player.manager.snapshot.status == .playing)
    }

    // MARK: None

    @Test func withoutASoundServerTheErrorIsClear() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let output = PlaybackConfiguration.Output.pulse(server: "unix:\(directory.path)/none")
        let player = try ObservedPlayer(PlaybackConfiguration(output: output))
        defer { player.shutDown() }
        await player.play(station.url)
        let error = try #require(await player.failed(), "\(player.story)")
        guard case .output(.noServer(let text)) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!text.isEmpty)
        #expect(player.first { $0.snapshot.status == .playing } == nil)
    }

    /// The output is changed to another device or server. The sound that was not heard yet continues there at the same
    /// volume.
    @Test(arguments: [true, false])
    func theOutputIsChangedWhileItPlays(isSameServer: Bool) async throws {
        let old = try PulseServer(sinks: [.init("n1"), .init("n2")])
        let other = isSameServer ? old : try PulseServer(sinks: [.init("n2")])
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(old, device: "n1", volume: 0.5).playing(station.url)
        defer { player.shutDown() }
        let (before, after) = (try old.record("n1"), try other.record("n2"))
        #expect(before.wait(for: 48_000))
        await player.manager.setOutput(.pulse(server: other.address, devices: ["n2"]))
        #expect(await eventually { after.firstSound() != nil })
        let begin = try #require(after.firstSound())
        #expect(after.wait(for: begin + 48_000))
        let end = try #require(before.lastSound())
        let gap = before.arrival(ofFrame: end)!.duration(to: after.arrival(ofFrame: begin)!).inSeconds
        Figures.note("gap where the output is changed, same server: \(isSameServer)", seconds: gap)
        #expect(gap < 0.5)
        // The volume on the new output is the old one from the start: the test compares the peak of the first tenth of
        // a second and of the sound after it with the old output's peak.
        func peak(_ samples: ArraySlice<Float>) -> Float { samples.map { abs($0) }.max() ?? 0 }
        let loudness = peak(before.channel(0).prefix(end).suffix(24_000))
        let sound = after.channel(0)[begin...]
        #expect(abs(peak(sound.prefix(4_800)) / loudness - 1) < 0.1)
        #expect(abs(peak(sound.dropFirst(4_800).prefix(38_400)) / loudness - 1) < 0.1)
        #expect(await player.manager.snapshot.outputDevice == "n2")
        #expect(await player.manager.snapshot.volume == 0.5)
        // The output is changed during a pause. The player stays paused.
        let mark = player.mark
        await player.manager.pause()
        #expect(await player.told(.paused(.user), from: mark) != nil, "\(player.story)")
        await player.manager.setOutput(.null)
        try await pass(.milliseconds(500))
        #expect(await player.manager.snapshot.status == .paused(.user))
        await player.manager.play()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
    }

    /// The new output does not exist. The player waits until it appears or the listener sets another output.
    @Test func anOutputThatIsNotThereIsWaitedFor() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        for output in [
            PlaybackConfiguration.Output.pulse(server: server.address, devices: ["attic"]),
            .pulse(server: "unix:/nowhere/pulse.sock"),
        ] {
            var mark = player.mark
            await player.manager.setOutput(output)
            #expect(await player.told(.waitingToPlay(.noOutputDevice), from: mark) != nil, "\(player.story)")
            #expect(server.streams.isEmpty)
            mark = player.mark
            await player.manager.setOutput(.pulse(server: server.address))
            #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        }
        let mark = player.mark
        await player.manager.setOutput(.pulse(server: server.address, devices: ["cellar"]))
        #expect(await player.told(.waitingToPlay(.noOutputDevice), from: mark) != nil, "\(player.story)")
        try server.add(.init("cellar"))
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await player.manager.snapshot.outputDevice == "cellar")
    }

    /// Opens a Unix socket that accepts connections and never answers, in place of a sound server's socket.
    private static func silentSocket(_ path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        #expect(isBound && listen(descriptor, 8) == 0)
        return descriptor
    }

    /// The output is changed to a server that never answers, and then to another. The player never uses the first of
    /// the two.
    @Test func theOutputIsChangedTwiceBeforeTheFirstAnswers() async throws {
        let server = try PulseServer()
        let directory = try TemporaryDirectory()
        let silent = directory.path + "/silent"
        let socket = Self.silentSocket(silent)
        defer { close(socket) }
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        let mark = player.mark
        for _ in 0..<2 { await player.manager.setOutput(.pulse(server: "unix:" + silent)) }
        try await pass(.milliseconds(300))
        #expect(server.streams.count == 1)
        #expect(await player.manager.snapshot.status == .playing, "\(player.story)")
        await player.manager.setOutput(.null)
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
    }

    @Test func aDeviceThatIsNotThereIsNamed() async throws {
        let server = try PulseServer()
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let player = try ObservedPlayer(server, device: "attic")
        defer { player.shutDown() }
        await player.play(station.url)
        let error = try #require(await player.failed(), "\(player.story)")
        guard case .output(.noDevice(let text)) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(text.contains("attic"))
    }

    // MARK: PipeWire

    @Test(.enabled(if: PipeWireServer.isInstalled)) func pipeWirePlaysPausesAndStops() async throws {
        let server = try PipeWireServer()
        let recorder = try server.record()
        let station = try IcyServer(.mp3, title: "Over PipeWire")
        defer { station.stop() }
        let player = try await ObservedPlayer(PlaybackConfiguration(output: .pulse(server: server.address))).playing(
            station.url)
        defer { player.shutDown() }
        #expect(await player.heardTitle("Over PipeWire") != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound() != nil })
        let begin = recorder.firstSound() ?? 0
        #expect(await eventually { recorder.frameCount > begin + 2 * 48_000 })
        let tones = Array(Sample.mp3.tones.prefix(6))
        let runs = StepTones(Array(recorder.channel(0)[begin...].prefix(2 * 48_000)), rate: 48_000).runs(of: tones)
        #expect(runs.prefix(3).map(\.frequency) == Array(tones.prefix(3)))
        var mark = player.mark
        await player.manager.pause()
        #expect(await player.told(.paused(.user), from: mark) != nil, "\(player.story)")
        let silent = recorder.frameCount + 24_000
        #expect(await eventually { recorder.frameCount > silent + 48_000 })
        let last = try #require(recorder.lastSound())
        #expect(last < silent)
        mark = player.mark
        await player.manager.play()
        #expect(await player.told(.playing, from: mark) != nil, "\(player.story)")
        #expect(await eventually { recorder.firstSound(from: silent) != nil })
        await player.manager.stop()
        #expect(await player.told(.stopped) != nil, "\(player.story)")
        #expect(await eventually { (try? server.pactl("list", "short", "sink-inputs").isEmpty) == true })
    }
}

import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// Several players in one program.
@Suite(.enabled(if: PulseServer.isInstalled))
struct ManyPlayersTests {
    /// Two players in one program play on two sinks of one server without disturbing each other.
    @Test func twoPlayersInOneProgram() async throws {
        let server = try PulseServer(sinks: [.init("n1", rate: 44_100), .init("n2", rate: 48_000)])
        let recorders = [try server.record("n1"), try server.record("n2")]
        let stations = [try IcyServer(.mp3), try IcyServer(.mp3Mono48)]
        defer { for station in stations { station.stop() } }
        let players = [try ObservedPlayer(server, device: "n1"), try ObservedPlayer(server, device: "n2")]
        defer { for player in players { player.shutDown() } }
        for (player, station) in zip(players, stations) { await player.play(station.url) }
        for player in players { #expect(await player.told(.playing) != nil, "\(player.story)") }
        // One player stops, the other continues.
        try await pass(.seconds(3))
        await players[0].manager.stop()
        let end = recorders[1].frameCount + 48_000 * 2
        #expect(await eventually { recorders[1].frameCount > end })
        for (recorder, sample) in zip(recorders, [Sample.mp3, .mp3Mono48]) {
            let runs = StepTones(recorder.channel(0), rate: recorder.rate).runs(of: Array(sample.tones.prefix(12)))
            #expect(runs.count >= 5)
            #expect(runs.prefix(5).map(\.frequency) == Array(sample.tones.prefix(5)))
            let slips = runs.prefix(5).flatMap(\.slips)
            #expect(slips.isEmpty, "\(slips)")
        }
        #expect(await players[1].manager.snapshot.status == .playing)
    }

    /// Two players on one sink are heard together.
    @Test func twoPlayersOnOneSink() async throws {
        let server = try PulseServer()
        let recorder = try server.record()
        let icecast = try? IcecastServer()
        let tones = [("/low.mp3", 400), ("/high.mp3", 1500)]
        guard let icecast, ChildProcess.exists("ffmpeg") else { return }
        let feeders = try tones.map { mount, pitch in
            try icecast.feedWithFFmpeg(
                mount, format: "mp3", contentType: "audio/mpeg",
                ["-f", "lavfi", "-i", "sine=\(pitch):sample_rate=44100", "-c:a", "libmp3lame", "-b:a", "128k"])
        }
        defer { for feeder in feeders { feeder.end() } }
        let players = [try ObservedPlayer(server), try ObservedPlayer(server)]
        defer { for player in players { player.shutDown() } }
        for (player, tone) in zip(players, tones) { await player.play(icecast.url(tone.0)) }
        for player in players { #expect(await player.told(.playing) != nil, "\(player.story)") }
        try await pass(.seconds(2))
        let both = Array(recorder.channel(0).suffix(24_000))
        // The amplitude of ffmpeg's sine is an eighth of full scale.
        for (_, pitch) in tones {
            let level = Pitch.level(of: Double(pitch), in: both, rate: 48_000)
            #expect(level > 0.05, "\(pitch) Hz: \(level)")
        }
        await players[0].manager.stop()
        try await pass(.seconds(1))
        let one = Array(recorder.channel(0).suffix(12_000))
        let (low, high) = (Pitch.level(of: 400, in: one, rate: 48_000), Pitch.level(of: 1500, in: one, rate: 48_000))
        #expect(low < 0.01, "\(low)")
        #expect(high > 0.05, "\(high)")
    }
}

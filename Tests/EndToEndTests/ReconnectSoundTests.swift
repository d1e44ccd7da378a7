import RadioLoop
import RadioPlayer
import RadioStreams
import TestSupport
import Testing

/// When a station's connection breaks and the player reconnects, the listener hears the sound without a gap.
@Suite struct ReconnectSoundTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var sample: Sample
        var isReset = false
        var metaint: Int? = 8192
        /// The burst lasts longer than a busy computer stalls.
        var burst: Duration = .seconds(12)
        var testDescription: String {
            "\(sample), \(isReset ? "RST" : "FIN"), metaint \(metaint ?? 0), burst \(burst.inSeconds) s"
        }
    }

    static let rows = [
        Row(sample: .mp3), Row(sample: .mp3, isReset: true), Row(sample: .mp3Reservoir, metaint: 1000),
        Row(sample: .aac), Row(sample: .aacMono48, isReset: true, metaint: nil), Row(sample: .mp2, burst: .seconds(14)),
    ]

    private static func settings(_ row: Row) -> IcyServer.Settings {
        var settings = IcyServer.Settings()
        settings.isLive = true
        settings.metaint = row.metaint
        settings.burst = row.burst
        settings.headers = ["Content-Type: audio/\(row.sample.codec == .aac ? "aac" : "mpeg")", "icy-name: Test"]
        return settings
    }

    /// The server drops the connection twice. The samples that the player writes equal those of one unbroken
    /// connection.
    @Test(arguments: rows) func aDropIsNotHeard(_ row: Row) async throws {
        try await inRealTime {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/heard.wav"
            // The server sends the current title at the start of each connection. The station's sound is longer than
            // the test, so its only title, at its start, comes once.
            let piece = try IcyServer.Piece(row.sample)
            let pieces = try [IcyServer.Piece(row.sample, title: "Title")] + Array(repeating: piece, count: 1000)
            let station = try IcyServer(pieces, settings: Self.settings(row))
            defer { station.stop() }
            let player = try await ObservedPlayer(PlaybackConfiguration(output: .file(path: path))).playing(station.url)
            defer { player.shutDown() }
            for number in 1...2 {
                let before = await player.manager.snapshot.heardDuration
                #expect(await player.heard(before + .milliseconds(1500)))
                station.drop(reset: row.isReset)
                #expect(await player.joins { $0.joined == number }, "\(player.story)")
            }
            // The sound of the last connection continues the buffered sound. This joint is heard only after the
            // buffered sound, which lasts as long as the burst.
            let before = await player.manager.snapshot.heardDuration
            #expect(await player.heard(before + row.burst + .milliseconds(2500), within: .seconds(90)))
            let snapshot = await player.manager.snapshot
            #expect(snapshot.joins.appended == 0 && snapshot.stallCount == 0, "\(player.story)")
            #expect(snapshot.reconnectCount == 2, "\(player.story)")
            await player.manager.shutDown()
            // The title is reported once, although each connection repeats it.
            let told = player.entries.filter { if case .metadataReceived = $0.notification { true } else { false } }
            #expect(told.count == (row.metaint == nil ? 0 : 1), "\(player.story)")

            let recording = try WaveRecording(path: path)
            let once = try row.sample.read()
            let isAdts = row.sample.codec == .aac
            let rounds = Int(snapshot.heardDuration.inSeconds / row.sample.seconds) + 3
            let packets = FrameCutter.cut((0..<rounds).flatMap { _ in once }, isAdts: isAdts)
            #expect(packets.count == rounds * FrameCutter.cut(once, isAdts: isAdts).count)
            let expected = try WaveRecording.expected(packets, like: row.sample)
            let rate = row.sample.sampleRate
            #expect(recording.samples.count > Int(row.burst.inSeconds + 4) * rate * row.sample.channels)
            let same = recording.agreement(with: expected)
            let place = max(0, same - 8)..<same + 8
            #expect(
                same == recording.samples.count,
                """
                differs after sample \(same) of \(recording.samples.count), \(rate) a second: \(recording.samples[place.clamped(to: 0..<recording.samples.count)]) \
                instead of \(expected[place.clamped(to: 0..<expected.count)]); \(player.story)
                """)
        }
    }

    /// A server sends faster than real time, so the player repeatedly stops reading. After each stop, more sound
    /// arrives at once than the buffer has room for. None of the sound is lost.
    @Test func aSourceFasterThanTheSoundLosesNothing() async throws {
        try await inRealTime {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/heard.wav"
            let sample = Sample.mp3
            var settings = IcyServer.Settings()
            settings.burst = .seconds(3000)
            let station = try IcyServer(sample, settings: settings)
            defer { station.stop() }
            var policy = PlaybackPolicy.listener
            policy.timelineBytes = 96 * 1024
            let configuration = PlaybackConfiguration(output: .file(path: path), policy: policy)
            let player = try await ObservedPlayer(configuration).playing(station.url)
            defer { player.shutDown() }
            // The player stops reading when the buffer is three quarters full and continues when it is half full. In
            // nine seconds of sound, this happens twice.
            #expect(await player.heard(.seconds(9), within: .seconds(90)))
            let snapshot = await player.manager.snapshot
            #expect(snapshot.stallCount == 0 && snapshot.reconnectCount == 0, "\(player.story)")
            await player.manager.shutDown()
            let recording = try WaveRecording(path: path)
            let once = try sample.read()
            let rounds = Int(snapshot.heardDuration.inSeconds / sample.seconds) + 3
            let packets = FrameCutter.cut((0..<rounds).flatMap { _ in once }, isAdts: false)
            let expected = try WaveRecording.expected(packets, like: sample)
            #expect(recording.samples.count > 8 * sample.sampleRate * sample.channels)
            let same = recording.agreement(with: expected)
            #expect(same == recording.samples.count, "differs after sample \(same); \(player.story)")
        }
    }
}

extension ObservedPlayer {
    /// Waits until the player has heard `duration` of sound.
    func heard(_ duration: Duration, within bound: Duration = .seconds(40)) async -> Bool {
        await settles(within: bound) { $0.heardDuration >= duration }
    }

    func joins(within bound: Duration = .seconds(40), _ condition: (StreamJoin.Tally) -> Bool) async -> Bool {
        await settles(within: bound) { condition($0.joins) }
    }

    /// Polls the player's snapshot until `condition` holds.
    func settles(within bound: Duration = .seconds(40), _ condition: (PlaybackSnapshot) -> Bool) async -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: bound)
        while true {
            let snapshot = await manager.snapshot
            if condition(snapshot) { return true }
            guard MonotonicInstant.now < deadline else { return false }
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return false }
        }
    }
}

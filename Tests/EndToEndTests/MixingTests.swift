import Glibc
import RadioAudio
import RadioFormats
import RadioPlayer
import TestSupport
import Testing

/// What is heard when the loudness changes or two sounds overlap, by tones in a recording of the sink.
@Suite(.enabled(if: PulseServer.isInstalled)) struct MixingTests {
    private static let rate = 44_100
    /// Windows of 20 ms, in which tones that are multiples of 50 Hz do not disturb each other.
    private static let window = 882

    private let folder: TemporaryDirectory
    private let server: PulseServer
    private let recorder: PulseRecorder
    private let player: ObservedPlayer

    init() throws {
        folder = try TemporaryDirectory()
        server = try PulseServer(sinks: [.init(rate: Self.rate)])
        recorder = try server.record()
        player = try ObservedPlayer(server)
    }

    /// Returns a WAV file with a tone. The tone's amplitude is 0.5 unless another is given.
    private func wave(_ frequency: Double, _ seconds: Double, _ amplitude: Double = 0.5) -> [UInt8] {
        var sound: [UInt8] = []
        for frame in 0..<Int(seconds * Double(Self.rate)) {
            let angle = 2 * Double.pi * frequency * Double(frame) / Double(Self.rate)
            withUnsafeBytes(of: Int16(32_767 * amplitude * sin(angle)).littleEndian) { sound += $0 }
        }
        return QuietSound.wave(sound, 1)
    }

    private func file(_ frequency: Double, _ seconds: Double = 30, _ amplitude: Double = 0.5) throws -> String {
        try folder.write("\(frequency).wav", wave(frequency, seconds, amplitude))
    }

    /// The amplitude of a tone in the newest window.
    private func newest(_ frequency: Double) -> Double {
        let end = Array(recorder.samples.suffix(2 * Self.window))
        let left = stride(from: 0, to: end.count, by: 2).map { end[$0] }
        return Tone.amplitude(left, at: frequency, rate: Self.rate)
    }

    /// The amplitudes of tones in all windows of the recording.
    private func amplitudes(_ frequencies: Double...) -> [[Double]] {
        let samples = recorder.channel(0)
        return stride(from: 0, to: samples.count - Self.window, by: Self.window).map { start in
            frequencies.map { Tone.amplitude(samples[start..<start + Self.window], at: $0, rate: Self.rate) }
        }
    }

    private func hears(_ frequency: Double, _ range: ClosedRange<Double> = 0.49...0.51) async -> Bool {
        await eventually { range.contains(newest(frequency)) }
    }

    /// Waits until a window of the recording has a tone, which may be over before anybody looks.
    private func recordingHas(_ frequency: Double, _ range: ClosedRange<Double>) async -> Bool {
        var start = 0
        return await eventually {
            let samples = recorder.channel(0)
            while start + Self.window <= samples.count {
                let window = samples[start..<start + Self.window]
                if range.contains(Tone.amplitude(window, at: frequency, rate: Self.rate)) { return true }
                start += Self.window
            }
            return false
        }
    }

    @Test func twoAnnouncementsAreHeardOverASofterStation() async throws {
        var settings = IcyServer.Settings()
        (settings.metaint, settings.headers) = (nil, ["Content-Type: audio/wav"])
        let station = try IcyServer([.init(wave(500, 30), bytesPerSecond: 2 * Self.rate)], settings: settings)
        defer { station.stop() }
        _ = await player.playing(station.url)
        #expect(await hears(500))
        for frequency in [1500.0, 2500] {
            let item = try PlaybackItem(url: file(frequency, 1.5, 0.4))
            try await player.manager.announce(Announcement(item, ducking: 20))
        }
        #expect(await recordingHas(1500, 0.39...0.41))
        #expect(await recordingHas(2500, 0.39...0.41))
        #expect(await hears(500))
        let windows = amplitudes(500, 1500, 2500).drop { $0[0] < 0.49 }
        // Nothing is silent, and nothing is heard twice.
        #expect(windows.allSatisfy { $0[0] > 0.048 && $0[0] < 0.51 && min($0[1], $0[2]) < 0.02 })
        for voice in 1...2 {
            let heard = windows.filter { $0[voice] > 0.39 }
            #expect(heard.allSatisfy { abs($0[0] - 0.05) < 0.003 })
            #expect((70...76).contains(heard.count), "\(heard.count)")
        }
    }

    @Test func stationsOverlapWhileOneFadesIntoTheOther() async throws {
        await player.manager.setCrossfade(.seconds(2))
        _ = try await player.playing(file(500))
        #expect(await hears(500))
        try await player.play(file(1000))
        #expect(await hears(1000))
        #expect(await hears(500, 0...0.001))
        let windows = amplitudes(500, 1000).drop { $0[0] < 0.49 }
        // The second sound may begin a little later than the first one begins to fade.
        #expect(windows.filter { $0.min()! > 0.05 }.count > 60)
        #expect(windows.allSatisfy { hypot($0[0], $0[1]) > 0.4 })
        #expect(recorder.samples.allSatisfy { abs($0) < 0.72 })
    }

    /// A tone with bass has no click where its fades, and the changed gains of queued sound, begin and end.
    @Test(arguments: ["off", "bass=12", "62=12,125=-12,1k=3"])
    func fadesHaveNoClick(_ equaliser: String) async throws {
        await player.manager.setEqualiser(try #require(Equaliser(equaliser)))
        _ = try await player.playing(file(100, 30, 0.2))
        #expect(await hears(100, 0.05...0.9))
        try await pass(.seconds(1))
        let loud = newest(100)
        for _ in 0..<4 {
            let mark = player.mark
            await player.manager.pause()
            #expect(await hears(100, 0...0.0001))
            await player.manager.play()
            #expect(await player.told(.playing, from: mark) != nil)
            #expect(await hears(100, loud * 0.99...loud * 1.01))
        }
        await player.manager.stop()
        #expect(await hears(100, 0...0.0001))
        let samples = recorder.channel(0)
        // The tone's steepest slope and that of its fade, with a millionth of the sound's power (−60 dB) for clicks.
        let steepest = Float(loud * (2 * .pi * 100 + .pi / 2 / 0.02) / Double(Self.rate) + 0.001)
        let start = (recorder.firstSound() ?? 0) + Self.rate / 2
        let steps = samples.indices.dropFirst(start + 1).filter { abs(samples[$0] - samples[$0 - 1]) >= steepest }
        let clicks = steps.reduce(into: [Int]()) { if $1 - ($0.last ?? 0) > Self.rate / 10 { $0.append($1) } }
        // On a busy computer, new sound may reach the server too late for one or two of the nine fades.
        #expect(clicks.count <= 2, "\(clicks), at most \(steepest)")
        #expect(samples[start...].allSatisfy { abs($0) < Float(loud) + 0.002 })
        // A pause and the stop are silent: once the fade is over, no sound comes back.
        let pauses = samples[start...].split { $0 != 0 }.filter { $0.count > 441 }
        #expect(pauses.count == 5, "\(pauses.map(\.count))")
    }
}

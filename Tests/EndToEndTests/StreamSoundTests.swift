import Glibc
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// The sink receives exactly what a station sends: each sample once, in order, at its pitch.
@Suite(.enabled(if: PulseServer.isInstalled && ReferenceSound.isInstalled))
struct StreamSoundTests {
    /// Starts a station that sends `sound` once, with ICY metadata blocks, and then sends nothing more.
    private func station(_ sound: [UInt8], bytesPerSecond: Int, contentType: String) throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.headers = ["Content-Type: \(contentType)", "icy-name: Test Station"]
        settings.metaint = 4000
        settings.loops = false
        return try IcyServer([.init(sound, bytesPerSecond: bytesPerSecond, title: "Sound")], settings: settings)
    }

    /// The number of sample frames at the end of the sound that are not compared. When a station stops sending, the
    /// framer waits for the next header and holds back up to three codec frames.
    private let framesAtEnd = 3 * 2048

    /// The sink has the sample rate of the sound, so nothing is resampled. Each sample equals the one that mpg123 or
    /// faad decodes from the same bytes.
    @Test(arguments: Sample.all.filter { $0.isStation || $0.file == Sample.mp3Reservoir.file })
    func everySampleIsHeardOnceAndInOrder(_ sample: Sample) async throws {
        let piece = try IcyServer.Piece(sample)
        let station = try station(
            piece.sound, bytesPerSecond: piece.bytesPerSecond,
            contentType: sample.codec == .aac ? "audio/aac" : "audio/mpeg")
        defer { station.stop() }
        try await compare(station, with: ReferenceSound.of(sample), seconds: sample.seconds, "\(sample)")
    }

    /// HE-AAC sounds at twice the sample rate in its headers. HE-AAC version 2 encodes stereo in one channel, which the
    /// decoder makes two.
    @Test(.enabled(if: Corpus.isPresent), arguments: ["he1.aac", "he2.aac"])
    func everySampleOfHighEfficiencyIsHeardOnce(_ file: String) async throws {
        let sound = try Corpus.read("audio/" + file)
        let reference = try ReferenceSound.aac(Corpus.root + "/audio/" + file, channels: 2, rate: 44_100)
        let seconds = Double(reference.frames) / 44_100
        let part = 8.0
        let bytesPerSecond = Int(Double(sound.count) / seconds)
        let station = try station(sound, bytesPerSecond: bytesPerSecond, contentType: "audio/aacp")
        defer { station.stop() }
        var beginning = reference
        beginning.samples.removeLast(max(0, reference.samples.count - Int(part) * 44_100 * 2))
        try await compare(station, with: beginning, seconds: min(seconds, part), file)
    }

    private func compare(
        _ station: IcyServer, with reference: ReferenceSound, seconds: Double, _ name: String
    ) async throws {
        let server = try PulseServer(sinks: [.init(rate: reference.rate, channels: 2)])
        let recorder = try server.record()
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        let began = recorder.frameCount
        let length = Int((seconds + 0.5) * Double(reference.rate))
        #expect(await eventually { recorder.frameCount > began + length })
        for channel in 0..<2 {
            let expected = reference.channel(min(channel, reference.channels - 1))
            let recording = recorder.channel(channel)
            let match = SampleMatch(of: expected, in: recording, probeAt: firstStep(reference.rate))
            let found = try #require(match, "\(name) is not in the recording of channel \(channel)")
            let whole = expected.count - framesAtEnd
            #expect(found.frames >= whole, "channel \(channel) of \(name) differs")
            #expect(found.loudestBefore <= SampleMatch.tolerance, "sound before the sound of \(name)")
        }
        // The station sends the sound only once, so the player may stall at the end, but not earlier.
        let stall = player.first { if case .didStall = $0 { true } else { false } }
        if let stall { #expect(stall.snapshot.heardDuration.inSeconds > seconds - 0.5, "\(player.story)") }
    }

    /// Returns the position, in sample frames, of a moment shortly before the second tone of a sample file.
    private func firstStep(_ rate: Int) -> Int { Int(0.45 * Double(rate)) }

    /// The sink has another sample rate than the sound. The server resamples, and each tone keeps its pitch, duration,
    /// phase and channel.
    @Test(arguments: [(Sample.mp3, 48_000), (.aac, 48_000), (.mp3Mono48, 44_100)])
    func tonesKeepPitchLengthAndPhaseWhenResampled(_ sample: Sample, _ rate: Int) async throws {
        let piece = try IcyServer.Piece(sample)
        let station = try station(
            piece.sound, bytesPerSecond: piece.bytesPerSecond,
            contentType: sample.codec == .aac ? "audio/aac" : "audio/mpeg")
        defer { station.stop() }
        let server = try PulseServer(sinks: [.init(rate: rate, channels: 2)])
        let recorder = try server.record()
        let player = try await ObservedPlayer(server).playing(station.url)
        defer { player.shutDown() }
        let length = recorder.frameCount + Int((sample.seconds + 0.5) * Double(rate))
        #expect(await eventually { recorder.frameCount > length })
        let tones = sample.tones
        let runs = StepTones(recorder.channel(0), rate: rate).runs(of: tones)
        // The decoder of AAC adds noise, which shifts the measured phase of a tone even without resampling. The test
        // measures this shift in the reference and allows it in the recording.
        let reference = try ReferenceSound.of(sample)
        let own = StepTones(reference.channel(0), rate: reference.rate).runs(of: tones).flatMap(\.slips)
        let noise = (own.map { abs($0.samples) }.max() ?? 0) * Double(rate) / Double(reference.rate)
        // The last tone may be cut off when the station stops sending.
        #expect(runs.prefix(tones.count - 1).map(\.frequency) == Array(tones.dropLast()))
        for run in runs.prefix(tones.count - 1) {
            #expect(abs(run.length - Sample.toneSeconds) < 0.05, "\(run)")
            let worst = run.slips.map { abs($0.samples) }.max() ?? 0
            #expect(worst < noise + 0.75, "\(run)")
        }
    }

    /// HE-AAC has the right pitch after the sound server has resampled it to 48 kHz. The pitch is measured by counting
    /// zero crossings.
    @Test(.enabled(if: Corpus.isPresent), arguments: ["he1.aac", "he2.aac", "t22.aac", "mono22.aac"])
    func pitchIsRightAt48Kilohertz(_ file: String) async throws {
        let sound = try Corpus.read("audio/" + file)
        let isLowComplexity = !file.hasPrefix("he")
        let coded = isLowComplexity ? 22_050 : 44_100
        let reference = try ReferenceSound.ffmpeg(
            Corpus.root + "/audio/" + file, channels: file.hasPrefix("mono") ? 1 : 2, rate: coded)
        let seconds = Double(reference.frames) / Double(coded)
        let station = try station(
            sound, bytesPerSecond: Int(Double(sound.count) / seconds), contentType: "audio/aacp")
        defer { station.stop() }
        let server = try PulseServer()
        let recorder = try server.record()
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        await player.play(station.url)
        let entry = try #require(await player.told(.playing), "\(player.story)")
        #expect(entry.snapshot.stream?.pcm?.sampleRate == coded)
        #expect(await eventually { recorder.firstSound() != nil })
        // Five seconds of the recording are compared with five seconds of the reference, each from its first sound on.
        let from = recorder.firstSound() ?? 0
        #expect(await eventually { recorder.frameCount > from + 5 * 48_000 })
        let heard = Pitch.crossingsPerSecond(Array(recorder.channel(0)[from..<from + 240_000]), rate: 48_000)
        let left = reference.channel(0)
        let start = left.firstIndex { abs($0) > 0.001 } ?? 0
        let expected = Pitch.crossingsPerSecond(Array(left[start..<start + 5 * coded]), rate: coded)
        #expect(abs(heard - expected) < 0.02 * expected, "\(heard) crossings, \(expected) expected")
    }
}

import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// The sample rate or the channel count changes in the middle of a stream, for example at a jingle or an advertisement.
@Suite(.enabled(if: PulseServer.isInstalled && ReferenceSound.isInstalled))
struct FormatChangeTests {
    /// The first frames of a sample file, and what a reference decoder makes of them.
    private struct Part {
        var sample: Sample
        var bytes: [UInt8]
        var seconds: Double
        /// The start of each tone in seconds of decoded sound, by the tone's number.
        var steps: [Int: Double]

        init(_ sample: Sample, _ directory: TemporaryDirectory, frames: Int) throws {
            self.sample = sample
            bytes = Array(try FrameCutter.cut(sample.read(), isAdts: sample.codec == .aac).prefix(frames).joined())
            let path = directory.path + "/part-" + sample.file
            try bytes.write(to: path)
            let reference = try ReferenceSound.of(path, like: sample)
            seconds = Double(reference.frames) / Double(reference.rate)
            let tones = sample.tones
            steps = [:]
            for run in StepTones(reference.channel(0), rate: reference.rate).runs(of: tones) {
                if let number = tones.firstIndex(of: run.frequency) { steps[number] = run.start }
            }
        }

        var bytesPerSecond: Int { Int(Double(bytes.count) / seconds) }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var samples: [Sample]
        var frames: [Int]
        var burst: Duration
        var noRewinds = true
        var testDescription: String {
            samples.map { "\($0.sampleRate)/\($0.channels) \($0.codec)" }.joined(separator: " → ")
                + ", burst \(burst)" + (noRewinds ? "" : ", rewinds")
        }
    }

    static let mpeg = [Sample.mp3, .mp3Mpeg2, .mp3Mono48, .mp3Stereo32]
    static let aac = [Sample.aac, .aacMono48]
    static let cases = [
        Case(samples: mpeg, frames: [95, 95, 105, 80], burst: .seconds(6)),
        Case(samples: mpeg, frames: [95, 95, 105, 80], burst: .seconds(3), noRewinds: false),
        Case(samples: mpeg, frames: [95, 95, 105, 80], burst: .milliseconds(400)),
        Case(samples: aac, frames: [105, 115], burst: .seconds(6)),
        Case(samples: aac, frames: [105, 115], burst: .milliseconds(400)),
    ]

    /// A file changes its sample rate every half second. The player sends the sound after each change to the sound
    /// server only when the sound before the change has been heard, and loses none. No recorder shortens the latency of
    /// the sink, so the sink takes sound seconds before it is heard.
    @Test func manyChangesTakeTheirTime() async throws {
        let server = try PulseServer(sinks: [.init(rate: 44_100, noRewinds: false)])
        let directory = try TemporaryDirectory()
        let parts = try [Sample.mp3, .mp3Mono48].map {
            try FrameCutter.cut($0.read(), isAdts: false).prefix(20).joined()
        }
        let path = directory.path + "/changes.mp3"
        try (0..<12).flatMap { parts[$0 % 2] }.write(to: path)
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        let begin = MonotonicInstant.now
        await player.play(path)
        let ended = try #require(await player.playedToEnd(), "\(player.story)")
        let length = 6 * 23_040 / 44_100.0 + 6 * 23_040 / 48_000.0
        let heard = ended.snapshot.heardDuration.inSeconds
        #expect(abs(heard - length) < 0.1, "\(heard) s of \(length) s")
        let passed = begin.duration(to: ended.at).inSeconds
        // The file ends at the right time. On a busy computer, the sound server's estimate of what it has played is
        // wrong by some tenths of a second. A player that did not wait at each change would end several seconds too
        // early.
        #expect(passed > length - 1.5, "\(length) s in \(passed) s")
    }

    /// At each change of format, the sink's monitor hears neither a gap nor an overlap.
    @Test(arguments: cases) func thereIsNoGapAndNoOverlap(_ row: Case) async throws {
        try await inRealTime {
            let directory = try TemporaryDirectory()
            let parts = try zip(row.samples, row.frames).map { try Part($0, directory, frames: $1) }
            var settings = IcyServer.Settings()
            settings.burst = row.burst
            settings.loops = false
            settings.headers = ["Content-Type: \(row.samples[0].codec == .aac ? "audio/aac" : "audio/mpeg")"]
            let station = try IcyServer(
                parts.map { .init($0.bytes, bytesPerSecond: $0.bytesPerSecond) }, settings: settings)
            defer { station.stop() }
            let server = try PulseServer(sinks: [.init(rate: 48_000, noRewinds: row.noRewinds)])
            let recorder = try server.record()
            let player = try await ObservedPlayer(server).playing(station.url)
            defer { player.shutDown() }
            let length = parts.reduce(0.5) { $0 + $1.seconds }
            let end = recorder.frameCount + Int(length * 48_000)
            #expect(await eventually { recorder.frameCount > end })
            let tones = Array(Sample.mp3.tones.prefix(8))
            let runs = StepTones(recorder.channel(0), rate: 48_000).runs(of: tones)
            // Each part plays the same rising tones. A tone that is lower than the tone before it therefore belongs to
            // the next part.
            var heard: [[Int: Double]] = [[:]]
            var previous = -1
            for run in runs where run.length > 0.1 {
                let number = tones.firstIndex(of: run.frequency) ?? 0
                if number < previous { heard.append([:]) }
                if heard[heard.count - 1][number] == nil { heard[heard.count - 1][number] = run.start }
                previous = number
            }
            #expect(heard.count >= parts.count, "\(runs.map(\.frequency))")
            for index in 1..<min(parts.count, heard.count) {
                // The gap is measured from the start of tone 3 before the change to the start of tone 1 after it. The
                // starts of these two tones are sharp in the recording and in the reference.
                let before = try #require(heard[index - 1][3])
                let after = try #require(heard[index][1])
                let should =
                    try parts[index - 1].seconds - #require(parts[index - 1].steps[3])
                    + #require(parts[index].steps[1])
                let gap = after - before - should
                Figures.note("gap at change \(index) of \(row.testDescription)", seconds: gap)
                // The starts of tones are known only to about 6 ms. The change itself may add or skip 50 ms.
                #expect(abs(gap) <= 0.056, "change \(index)")
            }
            // The station sends the parts only once, so the player may stall at the end of the last part, but not
            // earlier.
            let stall = await player.stalled(within: .zero)
            if let stall { #expect(stall.snapshot.heardDuration.inSeconds > length - 1, "\(player.story)") }
        }
    }
}

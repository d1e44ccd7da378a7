import Glibc
import RadioLoop
import RadioPlayer
import TestSupport
import Testing

/// The player reports a title when the first sound of this title leaves the loudspeaker.
@Suite(.enabled(if: PulseServer.isInstalled))
struct TitleTimingTests {
    /// The sound of the test's station: four tones, then a metadata block with a title, then four other tones.
    private struct Programme {
        static let frames = 77  // 2.01 s
        var sound: [UInt8]
        var pieceLength: Int
        /// The frequencies of the sample's tones in Hz.
        static let tones = Sample.mp3.tones

        init() throws {
            let frames = try FrameCutter.cut(Sample.mp3.read())
            let first = Array(frames[..<Self.frames].joined())
            let second = Array(frames[(2 * Self.frames)..<(3 * Self.frames)].joined())
            sound = first + second
            pieceLength = first.count
        }
    }

    /// Returns the time in seconds at which the tones before the title change to the tones after it in a recording:
    /// halfway between the end of the last tone before the title and the start of the first tone after it.
    private func change(_ recording: [Float], rate: Int, from: Int = 0) throws -> Double {
        let runs = StepTones(Array(recording[from...]), rate: rate).runs(of: Programme.tones)
        let after = try #require(runs.firstIndex { $0.frequency >= Programme.tones[7] - 1 }, "\(runs.map(\.frequency))")
        try #require(after > 0)
        return (runs[after - 1].end + runs[after].start) / 2 + Double(from) / Double(rate)
    }

    struct Case: CustomTestStringConvertible {
        var noRewinds: Bool
        var burst: Duration
        var testDescription: String { "norewinds \(noRewinds), burst \(burst)" }
    }

    static let cases = [
        Case(noRewinds: true, burst: .seconds(2)), Case(noRewinds: false, burst: .seconds(2)),
        Case(noRewinds: true, burst: .milliseconds(500)), Case(noRewinds: false, burst: .milliseconds(500)),
    ]

    private func station(_ burst: Duration) throws -> IcyServer {
        let programme = try Programme()
        var settings = IcyServer.Settings()
        settings.metaint = programme.pieceLength
        settings.burst = burst
        let first = Array(programme.sound[..<programme.pieceLength])
        let second = Array(programme.sound[programme.pieceLength...])
        let rate = 16_000
        return try IcyServer(
            [
                .init(first, bytesPerSecond: rate), .init(second, bytesPerSecond: rate, title: "After"),
                .init(first, bytesPerSecond: rate, title: "Before"),
                .init(second, bytesPerSecond: rate, title: "Again"),
            ], settings: settings)
    }

    @Test(arguments: cases) func titlesComeWithTheirSoundWhileRecorded(_ row: Case) async throws {
        let station = try station(row.burst)
        defer { station.stop() }
        let server = try PulseServer(sinks: [.init(rate: 44_100, noRewinds: row.noRewinds)])
        let recorder = try server.record()
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        await player.play(station.url)
        let told = try #require(await player.heardTitle("After"), "\(player.story)")
        let enough = recorder.frameCount + 44_100
        #expect(await eventually { recorder.frameCount > enough })
        let frame = Int(try change(recorder.channel(0), rate: 44_100) * 44_100)
        let heard = try #require(recorder.heard(frame: frame))
        let late = heard.duration(to: told.at).inSeconds
        Figures.note("title after its sound, recorded, \(row.testDescription)", seconds: late)
        #expect(abs(late) <= 0.3, "the title came \(late) s after its sound")
    }

    /// The recorder, which shortens the sink's latency, stops long before the title. The player still reports the title
    /// with its sound.
    @Test(arguments: cases) func titlesComeWithTheirSoundUnrecorded(_ row: Case) async throws {
        // A known problem of PulseAudio 16.1: with a short burst, only half a second of sound is buffered when the
        // recorder stops and the sink begins to render two seconds ahead. PulseAudio takes the buffered sound, rewinds
        // when more arrives, and loses 0.37 s. On a busy computer the sound runs out, and the time of the title cannot
        // be calculated.
        let isKnown = !row.noRewinds && row.burst < .seconds(1)
        var (late, skipped) = try await unrecorded(row)
        // If the computer stalls for longer than the buffered sound lasts, sound is lost, too. The test then measures
        // again.
        for _ in 0..<3 where !isKnown && abs(skipped) >= 0.1 { (late, skipped) = try await unrecorded(row) }
        Figures.note("title after its sound, unrecorded, \(row.testDescription)", seconds: late - skipped)
        func check() {
            #expect(
                abs(late - skipped) <= 0.3,
                "the title came \(late) s after its sound, which was \(skipped) s late itself")
            #expect(abs(skipped) < 0.1, "\(skipped) s")
        }
        if isKnown { withKnownIssue(isIntermittent: true) { check() } } else { check() }
    }

    /// Returns how many seconds after the calculated time the title was reported (`late`), and how many seconds after
    /// the calculated time its sound was heard (`skipped`). The sink plays in real time, so the calculated time follows
    /// from the last recorded tone.
    private func unrecorded(_ row: Case) async throws -> (late: Double, skipped: Double) {
        let programme = try Programme()
        var settings = IcyServer.Settings()
        settings.metaint = programme.pieceLength
        settings.burst = row.burst
        let first = Array(programme.sound[..<programme.pieceLength])
        let rate = 16_000
        let before = (0..<3).map { _ in IcyServer.Piece(first, bytesPerSecond: rate) }
        let after = Array(programme.sound[programme.pieceLength...])
        let station = try IcyServer(
            before + [.init(after, bytesPerSecond: rate, title: "After")], settings: settings)
        defer { station.stop() }
        let server = try PulseServer(sinks: [.init(rate: 44_100, noRewinds: row.noRewinds)])
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        var recorder: PulseRecorder? = try server.record()
        await player.play(station.url)
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let begin = try #require(recorder).frameCount
        #expect(await eventually { recorder!.frameCount > begin + 44_100 * 3 / 2 })
        recorder!.stop()
        let recording = recorder!.channel(0)
        let step = StepTones(recording, rate: 44_100).runs(of: Programme.tones).first { $0.frequency > 441 }
        let frame = Int(try #require(step).start * 44_100)
        let heardStep = try #require(recorder!.heard(frame: frame))
        recorder = nil
        let told = try #require(await player.heardTitle("After"), "\(player.story)")
        // In the source, the second tone begins after half a second. In the decoded sound, the delays of encoder and
        // decoder (1,105 sample frames) come before it.
        let stepInPiece = (22_050 + 1105.0) / 44_100
        let change = heardStep.advanced(by: .seconds(3 * Double(Programme.frames * 1152) / 44_100 - stepInPiece))
        let late = change.duration(to: told.at).inSeconds
        return (late, try await skip(server, since: heardStep))
    }

    /// Returns by how many seconds the station's first repetition is heard too late, measured at its second tone. The
    /// station repeats four pieces of sound. The result is negative if sound was lost.
    private func skip(_ server: PulseServer, since first: MonotonicInstant) async throws -> Double {
        let recorder = try server.record()
        let enough = recorder.frameCount + 44_100 * 7 / 2
        #expect(await eventually { recorder.frameCount > enough })
        let runs = StepTones(recorder.channel(0), rate: 44_100).runs(of: Programme.tones)
        let fall = runs.indices.dropFirst().first { runs[$0].frequency < runs[$0 - 1].frequency - 100 }
        let step = try #require(fall) + 1
        try #require(step < runs.count)
        let heard = try #require(recorder.heard(frame: Int(runs[step].start * 44_100)))
        let should = first.advanced(by: .seconds(4 * Double(Programme.frames * 1152) / 44_100))
        return should.duration(to: heard).inSeconds
    }

    /// ffmpeg encodes a tone of 440 Hz for a real Icecast. The player reports the titles and plays the tone at the
    /// right pitch.
    @Test(.enabled(if: IcecastServer.isInstalled && ChildProcess.exists("ffmpeg")))
    func icecastFedByFFmpegIsHeardWithItsTitle() async throws {
        let icecast = try IcecastServer()
        let feeder = try icecast.feedWithFFmpeg(
            "/radio.mp3", format: "mp3", contentType: "audio/mpeg",
            ["-f", "lavfi", "-i", "sine=440:sample_rate=44100", "-c:a", "libmp3lame", "-b:a", "128k"])
        defer { feeder.end() }
        let server = try PulseServer()
        let recorder = try server.record()
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        try icecast.setTitle("Señor 'X' & Co - It's one", on: "/radio.mp3")
        await player.play(icecast.url("/radio.mp3"))
        #expect(await player.told(.playing) != nil, "\(player.story)")
        let first = try #require(await player.heardTitle("Señor 'X' & Co - It's one"), "\(player.story)")
        #expect(first.snapshot.nowPlaying?.artist == "Señor 'X' & Co")
        #expect(first.snapshot.nowPlaying?.title == "It's one")
        let mark = player.mark
        try icecast.setTitle("Second", on: "/radio.mp3")
        #expect(await player.heardTitle("Second", from: mark) != nil, "\(player.story)")
        let sound = recorder.firstSound()
        let start = try #require(sound) + 24_000
        #expect(await eventually { recorder.frameCount > start + 96_000 })
        // If the encoder is delayed, the recording has a gap. The median over tenths of a second ignores the gap.
        let pitch = Pitch.median(Array(recorder.channel(0)[start..<start + 96_000]), rate: 48_000)
        #expect(abs(pitch - 440) < 11, "\(pitch) Hz")
    }
}

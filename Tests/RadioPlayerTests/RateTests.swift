import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// Sound at other playback rates than 1. It keeps its pitch.
@Suite struct RateTests {
    private let sample = Sample.mp3Mono48
    /// The allowed error of durations and positions in seconds. libsonic holds back two periods of its lowest pitch.
    private static let tolerance = 0.04
    /// The algorithms that can be tested. Without librubberband2, only the algorithms for speech are installed.
    private static let algorithms = TimePitchAlgorithm.allCases.filter(\.isInstalled)

    private func reference() throws -> [Float] {
        let decoder = try Mpg123Decoder()
        return try Samples.mpegPackets(try sample.read()).flatMap { packet in
            try packet.withUnsafeBytes { Array(try decoder.decode(Packet(bytes: $0, sampleCount: 0)).samples) }
        }
    }

    /// Returns the number of the output's sample frame that is heard now, calculated from the last timing answer.
    private func heard(_ rig: PlayerRig) -> Int64? {
        rig.output?.lastTiming.map { $0.heard(at: rig.loop.now, sampleRate: sample.sampleRate) }
    }

    /// By how many seconds encoder and decoder delay the tones of the sample file.
    private static let delay = 1105.0 / 48_000

    /// At each rate, each tone keeps its pitch and has the right duration. The reported positions are those of the
    /// heard sound.
    @Test(arguments: algorithms, [0.5, 0.9, 1.05, 1.25, 1.5, 2, 3])
    func pitchLengthAndTime(_ algorithm: TimePitchAlgorithm, rate: Double) throws {
        let rig = try PlayerRig()
        rig.player.speaker.timePitchAlgorithm = algorithm
        rig.player.navigator.setRate(rate)
        #expect(rig.names == ["rateDidChange"] && rig.player.snapshot().rate == rate)
        rig.play(sample.path)
        var moments: [(frame: Int64, time: Double)] = []
        #expect(
            rig.hears(.milliseconds(50)) {
                rig.loop.turn(for: .milliseconds(1))
                if let frame = heard(rig), frame > 480 {
                    moments.append((frame, rig.player.snapshot().currentTime.seconds))
                }
                return rig.status == .ended
            })
        let output = try #require(rig.system.outputs.first)
        let expected = Double(sample.frames * sample.frameSamples) / rate
        let off = abs(Double(output.samples.count) - expected) / 48_000
        #expect(off < Self.tolerance, "\(output.samples.count) of \(expected)")
        for (index, tone) in sample.tones.enumerated() {
            let begin = Int((Double(index) * 0.5 + 0.1 + Self.delay) / rate * 48_000)
            let end = Int((Double(index) * 0.5 + 0.4 + Self.delay) / rate * 48_000)
            let frequency = Tone.frequency(output.samples[begin..<end], rate: 48_000) ?? 0
            #expect(abs(frequency / tone - 1) < 0.02, "tone \(index): \(frequency), not \(tone)")
        }
        // At each reported position, the heard tone is the one that the file has at this position.
        var compared = 0
        for moment in moments {
            let place = (moment.time - Self.delay) / 0.5
            let index = Int(place)
            guard (0.2...0.8).contains(place - Double(index)), sample.tones.indices.contains(index) else { continue }
            // 40 ms of output, which at the rate 3 are 120 ms of the file. They lie within one tone.
            let heard = output.samples[
                max(Int(moment.frame) - 960, 0)..<min(Int(moment.frame) + 960, output.samples.count)]
            guard heard.count == 1920, let frequency = Tone.frequency(heard, rate: 48_000) else { continue }
            compared += 1
            #expect(abs(frequency / sample.tones[index] - 1) < 0.05, "at \(moment.time) s: \(frequency)")
        }
        #expect(compared > 10)
        // The heard duration counts the seconds of output, whatever the rate.
        #expect(abs(rig.player.snapshot().heardDuration / .seconds(1) * 48_000 - Double(output.samples.count)) < 500)
    }

    /// The rate and the algorithm change several times. Back at the rate 1, the samples are exactly those of the file,
    /// and the positions are exact again.
    @Test(arguments: algorithms, algorithms)
    func backToOne(_ algorithm: TimePitchAlgorithm, _ other: TimePitchAlgorithm) throws {
        let rig = try PlayerRig()
        rig.player.speaker.timePitchAlgorithm = algorithm
        rig.play(sample.path)
        #expect(rig.fills(.seconds(1)))
        rig.hear(.milliseconds(500))
        rig.player.navigator.setRate(1.5)
        #expect(rig.hears { rig.player.snapshot().currentTime.seconds > 1.5 })
        rig.player.navigator.setRate(0.8)
        #expect(rig.hears { rig.player.snapshot().currentTime.seconds > 2 })
        rig.player.speaker.timePitchAlgorithm = other
        rig.player.navigator.setRate(2)
        #expect(rig.hears { rig.player.snapshot().currentTime.seconds > 3 })
        rig.player.navigator.setRate(1)
        let output = try #require(rig.output)
        var last: (frame: Int64, time: Double)?
        #expect(
            rig.hears {
                rig.loop.turn(for: .milliseconds(1))
                let time = rig.player.snapshot().currentTime.seconds
                if time < 7, let frame = heard(rig) { last = (frame, time) }
                return rig.status == .ended
            })
        let reference = try reference()
        let count = output.samples.count
        #expect(count < reference.count - 24_000)
        #expect(output.samples[..<24_000].elementsEqual(reference[..<24_000]))
        #expect(output.samples[(count - 48_000)...].elementsEqual(reference[(reference.count - 48_000)...]))
        let told = try #require(last)
        // The decoder returns fewer sample frames than the file has, because it leaves out frames at the start.
        let exact = Double(sample.frames * sample.frameSamples - count + Int(told.frame)) / 48_000
        #expect(abs(told.time - exact) < 0.0011, "\(told.time), not \(exact)")
        #expect(rig.names.filter { $0 == "rateDidChange" }.count == 4)
    }

    /// The listener jumps and pauses at the rate 2. The end of the file is heard completely.
    @Test(arguments: algorithms) func aJumpAndAPause(_ algorithm: TimePitchAlgorithm) throws {
        let rig = try PlayerRig()
        rig.player.speaker.timePitchAlgorithm = algorithm
        rig.play(sample.path)
        rig.player.navigator.setRate(2)
        #expect(rig.fills(.milliseconds(500)))
        rig.hear(.milliseconds(300))
        try rig.player.navigator.seek(to: MediaTime(seconds: 4))
        let output = try #require(rig.output)
        #expect(rig.hears { output.consumed > 24_000 })
        #expect(abs(rig.player.snapshot().currentTime.seconds - 5) < 0.15)
        rig.player.pause()
        rig.player.resume(atLiveEdge: false)
        #expect(rig.hears { rig.status == .ended })
        let expected = (Double(sample.frames * sample.frameSamples) / 48_000 - 4) / 2
        #expect(abs(Double(output.written) / 48_000 - expected) < 0.1)
    }

    /// Fast-forwarding and rewinding ("scanning") plays short excerpts that are far apart. It ends when there is no
    /// more sound, or when the listener gives another command.
    @Test func fastForwardAndRewind() throws {
        let rig = try PlayerRig()
        #expect(throws: SeekError.nothingPlays) { try rig.player.navigator.beginScan(.forward) }
        let directory = try TemporaryDirectory()
        let bytes = try [[UInt8]](repeating: Samples.mpegPackets(sample.read()).flatMap { $0 }, count: 15).flatMap {
            $0
        }
        let path = try directory.write("long.mp3", bytes)
        #expect(rig.startPlaying(path, queue: .milliseconds(500)))
        try rig.player.navigator.beginScan(.forward)
        #expect(rig.player.snapshot().scan == .forward && rig.names.last == "didJump")
        let jumps = { rig.names.filter { $0 == "didJump" }.count }
        #expect(rig.hears { jumps() >= 4 })
        let time = rig.player.snapshot().currentTime.seconds
        #expect((12..<24).contains(time), "\(time)")
        // A second scan in the same direction changes nothing. A scan in the other direction replaces the current one.
        try rig.player.navigator.beginScan(.forward)
        #expect(rig.names.filter { $0 == "scanDidChange" }.count == 1)
        try rig.player.navigator.beginScan(.backward)
        #expect(rig.hears { rig.player.snapshot().scan == nil })
        #expect(rig.player.snapshot().currentTime.seconds < 1)
        try rig.player.navigator.beginScan(.forward)
        rig.player.pause()
        #expect(rig.player.snapshot().scan == nil && rig.status == .paused(.user))
        #expect(throws: SeekError.nothingPlays) { try rig.player.navigator.beginScan(.forward) }
        rig.player.resume(atLiveEdge: false)
        try rig.player.navigator.beginScan(.forward)
        #expect(rig.hears { rig.status == .ended })
        #expect(rig.player.snapshot().scan == nil)
    }

    @Test func scanSteps() {
        let range = MediaTimeRange(start: MediaTime(seconds: 10), end: MediaTime(seconds: 100))
        let start = MonotonicInstant(nanoseconds: 0)
        let rows: [(ScanDirection, Double, Double, Scan.Step)] = [
            (.forward, 50, 0, .seek(MediaTime(seconds: 54))), (.forward, 50, 2, .seek(MediaTime(seconds: 62))),
            (.forward, 97, 0, .end(MediaTime(seconds: 100))), (.backward, 50, 0, .seek(MediaTime(seconds: 46))),
            (.backward, 50, 3, .seek(MediaTime(seconds: 38))), (.backward, 13, 0, .end(MediaTime(seconds: 10))),
        ]
        for (direction, time, elapsed, step) in rows {
            let scan = Scan(direction, at: start)
            let now = start.advanced(by: .seconds(elapsed))
            #expect(scan.next(from: MediaTime(seconds: time), in: range, at: now) == step)
        }
    }

    /// A rate outside the allowed range becomes the nearest allowed rate. A rate that is not a number becomes 1.
    @Test(arguments: [(9, 3), (0, 0.5), (-1, 0.5), (.nan, 1), (.infinity, 1)] as [(Double, Double)])
    func bounds(wanted: Double, rate: Double) throws {
        let rig = try PlayerRig()
        rig.player.navigator.setRate(wanted)
        #expect(rig.player.snapshot().rate == rate)
    }

    /// A live station is played at a rate below 1 and falls behind. The tape keeps the sound meanwhile. At a rate above
    /// 1, the player catches up, without a stall, until it has played all received sound.
    @Test func aLiveStation() throws {
        let packets = Samples.mpegPackets(try sample.read())
        let goOn = TestSignal()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg"])
            for _ in 0..<4 { connection.send(packets.flatMap { $0 }) }
            connection.wait(for: goOn)
            connection.send(packets[..<200].flatMap { $0 })
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        var policy = PlaybackPolicy.listener
        policy.timelineBytes = 96 << 10
        policy.timeshift = .seconds(3600)
        let rig = try PlayerRig(policy: policy)
        #expect(rig.startPlaying(server.url("/radio"), queue: .milliseconds(500)))
        rig.player.navigator.setRate(0.5)
        #expect(rig.player.navigator.timeshift?.replay != nil)
        let all = Int64(packets.count * 4)
        #expect(
            rig.hears {
                rig.loop.turn(for: .milliseconds(1))
                return rig.player.intake.timeline.end == all
            })
        #expect(rig.player.snapshot().liveOffset > .seconds(20))
        rig.player.navigator.setRate(2)
        #expect(rig.player.snapshot().rate == 2)
        #expect(
            rig.hears {
                rig.loop.turn(for: .milliseconds(1))
                return rig.player.snapshot().rate == 1
            })
        #expect(rig.status == .playing && rig.player.snapshot().stallCount == 0)
        #expect(rig.player.snapshot().liveOffset > .seconds(1.5))
        // The player has caught up, so a rate above 1 is refused.
        rig.player.navigator.setRate(1.5)
        #expect(rig.player.snapshot().rate == 1)
        goOn.raise()
        #expect(rig.hears { rig.player.intake.timeline.end > all })
        #expect(!rig.names.contains("didStall") && !rig.names.contains("didDropHeld"))
        #expect(rig.letGo())
    }
}

import Glibc
import RadioAudio
import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

/// Fades, whose sound is given to the output again. The fake outputs contain every sample that is heard.
@Suite struct FadeTests {
    private func station(_ sample: Sample = .mp3) throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(8)
        return try IcyServer(sample, title: "One", settings: settings)
    }

    /// Plays a station on an output that mixes, and lets the player know that half a second was heard.
    private func playing(
        _ station: IcyServer, crossfade: Duration = .zero
    ) throws -> (rig: PlayerRig, output: FakeOutput) {
        let rig = try PlayerRig()
        rig.system.mixes = true
        rig.system.isTimeless = true
        rig.player.speaker.crossfade = crossfade
        #expect(rig.startPlaying(station.url, queue: .seconds(2)))
        rig.hear(.milliseconds(400))
        rig.player.speaker.askForTiming()
        rig.loop.turn(for: .milliseconds(2))
        return (rig, try #require(rig.output))
    }

    /// Returns the samples that a player gives to its output when nothing changes.
    private func plain(_ station: IcyServer, frames: Int) throws -> [Float] {
        let rig = try PlayerRig()
        rig.play(station.url)
        #expect(rig.loop.turn { (rig.output?.written ?? 0) > 44_100 })
        #expect(rig.hears { (rig.output?.samples.count ?? 0) >= frames * 2 })
        return Array(rig.output!.samples.prefix(frames * 2))
    }

    @Test("a pause fades out and in, and the sound goes on at the sample where it faded")
    func pause() throws {
        let station = try station()
        defer { station.stop() }
        let whole = try plain(station, frames: 120_000)
        let (rig, output) = try playing(station)
        rig.player.pause()
        rig.loop.turn(for: .milliseconds(2))
        #expect(!output.isCorked && rig.player.machine.facts.intent == .paused)
        rig.hear(.milliseconds(40))
        #expect(!output.isCorked)
        rig.hear(.milliseconds(40))
        #expect(output.isCorked)
        rig.loop.turn(for: .milliseconds(2))
        let paused = Int(output.consumed)
        #expect(output.queued > 80_000)
        // Before the fade, the sound is the usual one; its end is silent, and it never rises meanwhile.
        let fadeStart = 22_050 + 2646
        #expect((0..<fadeStart * 2).allSatisfy { abs(output.samples[$0] - whole[$0]) < 1e-4 })
        #expect((fadeStart * 2..<paused * 2).allSatisfy { abs(output.samples[$0]) <= abs(whole[$0]) + 1e-4 })
        #expect(abs(output.samples[paused * 2 - 1]) < 1e-3)
        rig.player.resume(atLiveEdge: false)
        rig.hear(.milliseconds(500))
        #expect(!output.isCorked && rig.status == .playing)
        // The sound after the fade-in is the usual one at the same sample.
        let later = (paused + 1000) * 2..<(paused + 20_000) * 2
        #expect(later.allSatisfy { abs(output.samples[$0] - whole[$0]) < 1e-4 })
        #expect((paused * 2..<(paused + 880) * 2).allSatisfy { abs(output.samples[$0]) <= abs(whole[$0]) + 1e-4 })
    }

    @Test("sound that waits in a pause is not silent after a seek or a quick resume")
    func quickResume() throws {
        let station = try station()
        defer { station.stop() }
        let (rig, output) = try playing(station)
        rig.player.pause()
        rig.player.resume(atLiveEdge: false)
        rig.loop.turn(for: .milliseconds(2))
        #expect(!output.isCorked)
        let end = output.samples.suffix(20_000)
        #expect(end.contains { abs($0) > 0.1 })
        rig.player.pause()
        rig.hear(.milliseconds(100))
        #expect(output.isCorked)
        try rig.player.navigator.seek(by: MediaTime(value: 1, timescale: 10))
        rig.loop.turn(for: .milliseconds(2))
        #expect(rig.loop.turn { output.queued > 40_000 })
        #expect(output.samples.suffix(40_000).contains { abs($0) > 0.1 })
    }

    @Test("a phone call silences at once")
    func interruption() throws {
        let station = try station()
        defer { station.stop() }
        let (rig, first) = try playing(station, crossfade: .seconds(4))
        rig.play(station.url)
        #expect(!first.isClosed && !first.isCorked)
        rig.player.step(.interruptionBegan(.otherStream))
        #expect(first.isClosed)
    }

    @Test("another station is heard while the first one fades out, each at even steps")
    func crossfade() throws {
        let (one, two) = (try station(), try station(.mp3Mono48))
        defer {
            one.stop()
            two.stop()
        }
        let (rig, first) = try playing(one)
        rig.player.speaker.crossfade = .seconds(1)
        rig.play(two.url)
        #expect(rig.output !== first && !first.isClosed)
        #expect(rig.loop.turn { (rig.output?.queued ?? 0) > 48_000 && first.queued > 60_000 })
        let second = try #require(rig.output)
        #expect(second !== first)
        rig.hear(.milliseconds(500))
        #expect(!first.isClosed && rig.status == .playing)
        rig.hear(.milliseconds(600))
        #expect(first.isClosed && !second.isClosed)
        func power(_ samples: ArraySlice<Float>) -> Float {
            (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
        }
        // In the middle of the fade, each sound has about 0.7 of its loudness.
        let out = 22_050 + 2646
        let loud = power(first.samples[(out - 8820) * 2..<out * 2])
        let middle = power(first.samples[(out + 22_050 - 2000) * 2..<(out + 22_050 + 2000) * 2])
        #expect((0.45...0.95).contains(middle / loud), "\(middle / loud)")
        #expect(power(first.samples[(out + 43_000) * 2..<(out + 44_000) * 2]) / loud < 0.1)
        let into = power(second.samples[23_000..<25_000])
        let full = power(second.samples[60_000..<62_000])
        #expect((0.45...0.95).contains(into / full), "\(into / full)")
        #expect(power(second.samples[0..<500]) / full < 0.1)
    }

    @Test("with a crossfade, the first sound after silence fades in")
    func start() throws {
        let station = try station()
        defer { station.stop() }
        let whole = try plain(station, frames: 60_000)
        let (_, output) = try playing(station, crossfade: .milliseconds(500))
        #expect(zip(output.samples, whole).prefix(40_000).allSatisfy { abs($0) <= abs($1) + 1e-4 })
        #expect(output.samples.prefix(500).allSatisfy { abs($0) < 0.02 })
        #expect((46_000..<60_000).allSatisfy { abs(output.samples[$0] - whole[$0]) < 1e-4 })
    }

    @Test("a stop fades out, and the output is closed then")
    func stop() throws {
        let station = try station()
        defer { station.stop() }
        let (rig, output) = try playing(station)
        rig.player.stop()
        #expect(rig.status == .stopped && !output.isClosed && rig.output == nil)
        rig.loop.turn(for: .milliseconds(2))
        rig.hear(.milliseconds(200))
        #expect(!output.isClosed)
        rig.hear(.milliseconds(100))
        #expect(output.isClosed)
        #expect(abs(output.samples[Int(22_050 + 2646 + 8820) * 2]) < 1e-3)
    }

    @Test("a gain and a fade are heard at once, and later sound is the usual one")
    func gain() throws {
        let station = try station()
        defer { station.stop() }
        let whole = try plain(station, frames: 120_000)
        let (rig, output) = try playing(station)
        rig.player.speaker.setGain(decibels: -20)
        rig.loop.turn(for: .milliseconds(2))
        let change = 22_050 + 2646
        #expect((0..<change * 2).allSatisfy { abs(output.samples[$0] - whole[$0]) < 1e-4 })
        #expect(
            ((change + 2200) * 2..<(change + 40_000) * 2).allSatisfy { abs(output.samples[$0] - whole[$0] / 10) < 1e-4 }
        )
        rig.player.speaker.setGain(decibels: 0)
        rig.player.speaker.duck(to: 0.25, over: .milliseconds(10))
        rig.loop.turn(for: .milliseconds(2))
        #expect(
            ((change + 9000) * 2..<(change + 40_000) * 2).allSatisfy { abs(output.samples[$0] - whole[$0] / 4) < 1e-4 })
        rig.player.speaker.duck(to: 1, over: .milliseconds(10))
        rig.loop.turn(for: .milliseconds(2))
        #expect(((change + 9000) * 2..<(change + 40_000) * 2).allSatisfy { abs(output.samples[$0] - whole[$0]) < 1e-4 })
    }

    @Test("without another output beside it, everything is as it was")
    func alone() throws {
        let station = try station()
        defer { station.stop() }
        let rig = try PlayerRig()
        rig.player.speaker.crossfade = .seconds(3)
        #expect(rig.startPlaying(station.url, queue: .seconds(1)))
        let output = try #require(rig.output)
        rig.player.pause()
        #expect(output.isCorked)
        rig.player.resume(atLiveEdge: false)
        rig.player.stop()
        #expect(output.isClosed)
    }
}

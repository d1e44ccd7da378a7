import Glibc
import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

/// Observers of the playing time and of sound levels.
@Suite struct ObserverTests {
    private let seconds = { MediaTime(seconds: $0) }

    /// An observer of moments is called once for each moment, and an observer of an interval at each multiple of it,
    /// never too early. After a jump, observers of intervals are called, too.
    @Test func everyIntervalAndAtMoments() throws {
        let rig = try PlayerRig()
        let watch = TimeObservers(loop: rig.loop) { rig.player.snapshot() }
        let told = rig.player.onNotification
        rig.player.onNotification = {
            told?($0)
            watch.received($0)
        }
        var (times, passed): ([Double], [Double]) = ([], [])
        let every = watch.add(.periodically(seconds(0.25))) { times.append($0.seconds) }
        let at = watch.add(.at([0.6, 0.3, 1.5].map(seconds))) { passed.append($0.seconds) }
        rig.play(Sample.mp3.path)
        #expect(rig.fills(.seconds(1)))
        #expect(rig.hears(.milliseconds(5)) { times.count >= 6 })
        #expect(zip(times.dropFirst(), 1...).allSatisfy { abs($0 - Double($1) * 0.25) < 0.03 }, "\(times)")
        #expect(passed == [0.3, 0.6])
        try rig.player.navigator.seek(to: seconds(0.1))
        #expect(times.last == 0.1)
        #expect(rig.hears(.milliseconds(5)) { passed.count >= 5 })
        #expect(passed == [0.3, 0.6, 0.3, 0.6, 1.5])
        every.cancel()
        let count = times.count
        rig.player.navigator.setRate(2)
        #expect(rig.hears { rig.status == .ended })
        #expect(times.count == count)
        at.cancel()
    }

    /// In an outage, the observers get silence once, and the levels again when sound is heard again.
    @Test func levelsFallToSilence() throws {
        let loop = try EventLoop.byHand()
        let loud = AudioLevels(channels: [.init(average: -10, peak: -3), .init(average: -12, peak: -4)])
        let silence = AudioLevels(channels: Array(repeating: .init(average: -160, peak: -160), count: 2))
        var now: AudioLevels?
        var told: [AudioLevels] = []
        let watch = LevelObservers(loop: loop, measure: { _ in }, levels: { now })
        let observation = watch.add { told.append($0) }
        loop.pass(.seconds(1))
        #expect(told.isEmpty)
        now = loud
        loop.pass(.milliseconds(80))
        now = nil
        loop.pass(.milliseconds(160))
        #expect(told == [loud, loud])
        loop.pass(.seconds(30))
        #expect(told == [loud, loud, silence])
        now = loud
        loop.pass(.milliseconds(40))
        #expect(told == [loud, loud, silence, loud])
        withExtendedLifetime(observation) {}
    }

    /// The reported levels are those of the heard sound. Without an observer, the player measures nothing.
    @Test func levels() throws {
        let rig = try PlayerRig()
        var heard: [AudioLevels] = []
        let watch = LevelObservers(loop: rig.loop) {
            rig.player.speaker.measuresLevels = $0
        } levels: {
            rig.player.speaker.takeLevels()
        }
        rig.play(Sample.mp3.path)
        #expect(rig.fills(.seconds(1)))
        #expect(rig.output != nil && rig.player.speaker.lane?.meter == nil)
        let observation = watch.add { heard.append($0) }
        #expect(rig.hears { rig.player.snapshot().currentTime.seconds > 4 })
        // Sound that the output took before the observer existed was not measured, so no levels are reported for it.
        #expect((40...80).contains(heard.count), "\(heard.count)")
        // The sample file's peak is half of full scale, -6 dB.
        let last = try #require(heard.last?.channels)
        #expect(last.count == 2)
        #expect(abs(last[0].average + 9) < 1 && abs(last[0].peak + 6) < 1.5, "\(last)")
        observation.cancel()
        #expect(rig.player.speaker.lane?.meter == nil && watch.isEmpty)
    }

    /// Programs can also read times and levels as asynchronous sequences. The item repeats, so that the player runs
    /// until a busy computer has read enough.
    @Test func sequences() async throws {
        let manager = try PlaybackManager(PlaybackConfiguration(output: .null))
        let (times, passed, levels) = (
            manager.times(every: seconds(0.25)), manager.passing([seconds(1)]), manager.levels()
        )
        await manager.setRepeatMode(.one)
        await manager.play(PlaybackItem(url: Sample.mp3.path))
        var count = 0
        for await time in times {
            #expect(time >= .zero)
            count += 1
            if count == 3 { break }
        }
        for await time in passed {
            #expect(time == seconds(1))
            break
        }
        for await level in levels {
            #expect(level.channels.count == 2)
            break
        }
        await manager.shutDown()
    }

    /// The sequences end when the player ends. Sequences that are requested later end at once.
    @Test func theEnd() async throws {
        let manager = try PlaybackManager(PlaybackConfiguration(output: .null))
        let before = manager.times(every: .zero)
        await manager.pause()
        await manager.shutDown()
        for await _ in before {}
        for await _ in manager.levels() {}
    }
}

import Glibc
import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioPlayer

/// Observers of what is heard, on a manager with a loop of its own, and as sequences.
@Suite struct ObserverTests {
    private func manager() throws -> PlaybackManager {
        try PlaybackManager(PlaybackConfiguration(output: .null))
    }

    @Test func everyIntervalAndAtMoments() async throws {
        let manager = try manager()
        let seconds = { MediaTime(seconds: $0) }
        let times = manager.times(every: seconds(0.25))
        let passed = manager.passing([seconds(0.6), seconds(0.3), seconds(1.5)])
        await manager.play(PlaybackItem(url: Sample.mp3.path))
        var told: [Double] = []
        for await time in times {
            told.append(time.seconds)
            if told.count == 5 { break }
        }
        // Late on a busy machine, and never early.
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 < $1 })
        #expect(told.dropFirst().allSatisfy { $0.truncatingRemainder(dividingBy: 0.25) < 0.24 })
        var boundaries: [MediaTime] = []
        for await time in passed {
            boundaries.append(time)
            if boundaries.count == 2 { try await manager.seek(to: seconds(0.1)) }
            if boundaries.count == 5 { break }
        }
        #expect(boundaries == [0.3, 0.6, 0.3, 0.6, 1.5].map(seconds))
        await manager.shutDown()
    }

    @Test func levels() async throws {
        let manager = try manager()
        let levels = manager.levels()
        await manager.play(PlaybackItem(url: Sample.mp3.path))
        var heard: [AudioLevels] = []
        for await level in levels {
            heard.append(level)
            if heard.count == 10 { break }
        }
        // Half of full scale, as the sample is made.
        let last = try #require(heard.last?.channels)
        #expect(last.count == 2)
        #expect(abs(last[0].average + 9) < 1 && abs(last[0].peak + 6) < 1.5, "\(last)")
        await manager.shutDown()
    }

    /// A sequence ends with the player, also one that is asked for later.
    @Test func theEnd() async throws {
        let manager = try manager()
        let before = manager.times(every: .zero)
        await manager.pause()
        await manager.shutDown()
        for await _ in before {}
        for await _ in manager.levels() {}
    }
}

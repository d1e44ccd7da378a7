import RadioAudio
import RadioFormats
import RadioPlayer
import TestSupport
import Testing

/// The loudness of what a sound server plays, read from a recording of its sink.
@Suite(.enabled(if: PulseServer.isInstalled)) struct LoudnessTests {
    /// Knows the loudness of every item. Used on the player's loop only.
    private final class Memory: LoudnessMemory, @unchecked Sendable {
        private let known: LoudnessReading

        init(_ loudness: Double) { known = LoudnessReading(loudness: loudness, duration: .seconds(600)) }

        func find(_ item: PlaybackItem, found: @escaping (LoudnessReading) -> Void) { found(known) }
        func keep(_ reading: LoudnessReading, of item: PlaybackItem) {}
    }

    /// Plays a file and returns the loudness of the recording.
    private func heard(_ loudness: Double?, knowing memory: Memory?) async throws -> Double {
        let server = try PulseServer(sinks: [.init(rate: Sample.mp3.sampleRate)])
        let recorder = try server.record()
        let player = try ObservedPlayer(server)
        defer { player.shutDown() }
        let manager = player.manager
        manager.loop.postFromAnyThread {
            manager.assumeIsolated {
                $0.use(memory)
                $0.setLoudness(loudness)
            }
        }
        await player.play(Sample.mp3.path)
        _ = try #require(await player.playedToEnd(), "\(player.story)")
        let meter = LoudnessMeter()
        let left = recorder.channel(0)
        left.withUnsafeBufferPointer {
            meter.add($0, format: PCMFormat(sampleRate: Sample.mp3.sampleRate, channelCount: 1))
        }
        return try #require(meter.reading).loudness
    }

    @Test func aKnownFileIsAsLoudAsWanted() async throws {
        let before = try await heard(nil, knowing: nil)
        for target in [before.rounded() - 8, min(before.rounded() + 4, -8)] {
            let memory = Memory(before)
            let after = try await heard(target, knowing: memory)
            #expect(abs(after - target) < 1, "\(before)")
            withExtendedLifetime(memory) {}
        }
    }
}

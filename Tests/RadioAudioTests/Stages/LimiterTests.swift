import TestSupport
import Testing

@testable import RadioAudio

@Suite struct LimiterTests {
    @Test func softSoundIsUnchanged() {
        let tone = SineTone()
        let samples = tone.samples(-0.1, 0.1)
        #expect(tone.processed(samples, by: Limiter()) == samples)
    }

    /// Whatever the sizes of the buffers, no sample exceeds full scale, and the channels keep their balance.
    @Test(arguments: [1, 7, 441, 96_000]) func nothingExceedsFullScale(_ frames: Int) {
        let tone = SineTone()
        var random = SeededGenerator(seed: 5)
        var samples = tone.samples([(-6, 0.1), (9, 0.1), (-20, 0.2), (15, 0.05), (0, 0.1)])
        for index in samples.indices { samples[index] *= Float.random(in: 0.5...1, using: &random) }
        let limited = tone.processed(samples, by: Limiter(), frames: frames)
        #expect(limited.allSatisfy { abs($0) <= 1 })
        for index in stride(from: 0, to: samples.count, by: 2) where abs(samples[index]) > 0.01 {
            let ratio = limited[index] * samples[index + 1] - limited[index + 1] * samples[index]
            #expect(abs(ratio) < 1e-3)
        }
        #expect(samples.indices.contains { limited[$0] != samples[$0] })
    }

    /// Before a peak inside a buffer, the sound becomes softer gradually. Afterwards it is as loud as before.
    @Test func itIsSmooth() {
        let tone = SineTone(format: PCMFormat(sampleRate: 48_000, channelCount: 1), frequency: 100)
        let samples = tone.samples([(-6, 0.1), (9, 0.1), (-6, 1.5)])
        let limited = tone.processed(samples, by: Limiter(), frames: 96_000)
        let steps = zip(limited, limited.dropFirst()).map { abs($0 - $1) }
        let before = zip(samples, samples.dropFirst()).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) <= (before.max() ?? 0))
        #expect(abs(SineTone.level(limited.suffix(4800)) + 6) < 0.05)
        // Peaks of 9 dB are lowered to full scale and keep their shape: they are no squares.
        #expect(SineTone.level(limited[5760..<9120]) < 0.7)
    }

    @Test func samplesThatAreNoNumbersDoNotSpread() {
        var samples: [Float] = [0.5, .nan, .infinity, 0.5]
        let limiter = Limiter()
        let format = PCMFormat(sampleRate: 48_000, channelCount: 1)
        samples.withUnsafeMutableBufferPointer { limiter.process($0, format: format) }
        #expect(samples.allSatisfy { abs($0) <= 1 })
        var later = [Float](repeating: 0.25, count: 96_000)
        later.withUnsafeMutableBufferPointer { limiter.process($0, format: format) }
        #expect(abs((later.last ?? 0) - 0.25) < 1e-3)
    }
}

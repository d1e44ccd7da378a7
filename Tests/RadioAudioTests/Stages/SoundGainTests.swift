import Testing

@testable import RadioAudio

@Suite struct SoundGainTests {
    private static let rate = 1000
    /// The number of sample frames in which the gain changes gradually (its ramp), at this sample rate.
    private static let ramp = Int(SoundGain.rampDuration * Double(rate))

    private func applied(_ gain: SoundGain, to samples: [Float], channels: Int = 1) -> [Float] {
        var samples = samples
        samples.withUnsafeMutableBufferPointer {
            gain.process($0, format: PCMFormat(sampleRate: Self.rate, channelCount: channels))
        }
        return samples
    }

    @Test func nothingIsChangedWithout() {
        let gain = SoundGain()
        let loud: [Float] = [0, 0.5, -1, 1.5]
        #expect(applied(gain, to: loud) == loud)
        gain.begin(decibels: .nan)
        #expect(applied(gain, to: loud) == loud)
    }

    @Test(arguments: [(-20.0, Float(0.1)), (-6.0206, 0.5), (6.0206, 2)])
    func decibels(_ decibels: Double, _ factor: Float) {
        let gain = SoundGain()
        gain.begin(decibels: decibels)
        for (before, after) in zip([0.1, -0.3, 0.002], applied(gain, to: [0.1, -0.3, 0.002])) {
            #expect(abs(after - Float(before) * factor) < 1e-4)
        }
    }

    /// With an absurd gain, the samples are still numbers.
    @Test(arguments: [1e4, -1e4, .greatestFiniteMagnitude]) func absurdGains(_ decibels: Double) {
        let gain = SoundGain()
        gain.begin(decibels: decibels)
        #expect(applied(gain, to: [0, 0.5, -1]).allSatisfy { $0.isFinite })
        gain.set(decibels: 0)
        #expect(applied(gain, to: [Float](repeating: 0.25, count: 2000)).last == 0.25)
    }

    /// A gain below 0 dB multiplies each sample exactly, without distortion.
    @Test func softSoundIsExact() {
        let gain = SoundGain()
        gain.begin(decibels: -0.5)
        let samples = applied(gain, to: [1, -1])
        #expect(abs(samples[0] - 0.944) < 1e-3 && samples[0] == -samples[1])
    }

    /// A change of the gain causes no step in the sound. It is the same on both channels, whatever the sizes of the
    /// buffers.
    @Test func itChangesSmoothly() {
        func run(cutAt cut: Int) -> [Float] {
            let gain = SoundGain()
            gain.set(decibels: -20)
            let count = 3 * Self.ramp
            let sound = [Float](repeating: 0.5, count: 2 * count)
            return applied(gain, to: Array(sound[..<(2 * cut)]), channels: 2)
                + applied(gain, to: Array(sound[(2 * cut)...]), channels: 2)
        }
        let samples = run(cutAt: 7)
        #expect(samples == run(cutAt: 30))
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        #expect(left == stride(from: 1, to: samples.count, by: 2).map { samples[$0] })
        #expect(zip(left, left.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 0.5 / Float(Self.ramp) + 1e-6 })
        #expect(left[0] > 0.45 && abs(left[left.count - 1] - 0.05) < 1e-6)
        // A new item begins without the gain of the item before.
        let gain = SoundGain()
        gain.set(decibels: -20)
        gain.begin()
        #expect(applied(gain, to: [0.5]) == [0.5])
    }
}

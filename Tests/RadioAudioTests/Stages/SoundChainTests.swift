import Testing

@testable import RadioAudio

@Suite struct SoundChainTests {
    private func processed(_ chain: inout SoundChain, _ samples: [Float]) -> [Float] {
        var samples = samples
        samples.withUnsafeMutableBufferPointer {
            chain.process($0, format: PCMFormat(sampleRate: 1000, channelCount: 1))
        }
        return samples
    }

    @Test func stagesWorkTogether() {
        var chain = SoundChain()
        #expect(processed(&chain, [0, 1.5]) == [0, 1.5])
        chain.gain = SoundGain()
        chain.gain?.begin(decibels: -6.0206)
        chain.fade.go(to: 0.5, from: 0.5, over: .zero, .straight)
        #expect(abs(processed(&chain, [0.4])[0] - 0.1) < 1e-5)
    }

    /// The limiter works while the gain is above 0 dB, and goes on until the sound is as loud as before.
    @Test func theLimiterComesAndGoes() {
        var chain = SoundChain()
        chain.gain = SoundGain()
        chain.gain?.begin(decibels: 12)
        #expect(processed(&chain, [0.1, 0.9, 0.9]).allSatisfy { $0 <= 1 })
        chain.gain = nil
        #expect(processed(&chain, [0.5])[0] < 0.3)
        for _ in 0..<100 { _ = processed(&chain, [Float](repeating: 0, count: 100)) }
        #expect(processed(&chain, [0.5, 1.5]) == [0.5, 1.5])
    }

    @Test func aFlatEqualiserLeaves() {
        var chain = SoundChain()
        chain.equaliser = EqualiserStage()
        chain.equaliser?.begin(Equaliser("125=-6") ?? .flat)
        _ = processed(&chain, [0.1, 0.2])
        #expect(chain.equaliser != nil)
        chain.equaliser?.set(.flat)
        _ = processed(&chain, [Float](repeating: 0.1, count: 64 * 30))
        #expect(chain.equaliser == nil)
    }
}

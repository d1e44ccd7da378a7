import RadioAudio
import Testing

@testable import RadioPlayer

@Suite struct SoundChainTests {
    private final class Adder: SoundStage {
        func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
            for index in samples.indices { samples[index] += 1 }
        }
    }

    private final class Doubler: SoundStage {
        func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
            for index in samples.indices { samples[index] *= 2 }
        }
    }

    private func processed(_ chain: SoundChain) -> [Float] {
        var samples: [Float] = [0, 1]
        samples.withUnsafeMutableBufferPointer {
            chain.process($0, format: PCMFormat(sampleRate: 48_000, channelCount: 1))
        }
        return samples
    }

    @Test func stagesWorkInTurn() {
        var chain = SoundChain()
        #expect(processed(chain) == [0, 1])
        let adder = chain.add(Adder())
        _ = chain.add(Doubler())
        #expect(processed(chain) == [2, 4])
        #expect(chain.stage(Adder.self) === adder)
        chain.remove(Adder.self)
        #expect(processed(chain) == [0, 2])
        #expect(chain.stage(Adder.self) == nil)
    }
}

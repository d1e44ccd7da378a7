import RadioFormats
import Testing

@testable import RadioAudio

@Suite struct LoudnessGainTests {
    private func reading(_ loudness: Double, _ seconds: Double) -> LoudnessReading {
        LoudnessReading(loudness: loudness, duration: .seconds(seconds))
    }

    @Test(arguments: [
        (-25.0, 9.0), (-40, 9), (-20, 4), (-16.4, 0), (-15.6, 0), (-6, -10), (0, -12),
    ]) func aKnownItemBeginsAtItsGain(_ loudness: Double, _ expected: Double) {
        var gain = LoudnessGain(target: -16)
        gain.know(loudness)
        #expect(abs(gain.decibels - expected) < 1e-9)
        gain.advance(by: .seconds(5), measured: reading(-30, 5))
        #expect(abs(gain.decibels - expected) < 1e-9)
    }

    @Test func anUnknownItemMovesSlowlyAndThenRests() {
        var gain = LoudnessGain(target: -16)
        gain.advance(by: .seconds(2), measured: reading(-6, 2))
        #expect(gain.decibels == 0)
        gain.advance(by: .seconds(2), measured: reading(-6, 4))
        #expect(gain.decibels == -1)
        gain.advance(by: .seconds(1), measured: nil)
        #expect(gain.decibels == -1)
        for second in 5..<29 { gain.advance(by: .seconds(1), measured: reading(-6, Double(second))) }
        #expect(gain.decibels == -10)
        gain.advance(by: .seconds(1), measured: reading(-20, 30))
        #expect(gain.decibels == -9.5)
        #expect(!gain.isLearning)
        gain.advance(by: .seconds(60), measured: reading(-20, 90))
        #expect(gain.decibels == -9.5)
    }

    @Test func laterItChangesOnlyBetweenTitles() {
        var gain = LoudnessGain(target: -16)
        gain.titleDidBegin(reading(-20, 40))
        #expect(gain.decibels == 0, "the gain still moves by itself")
        gain.know(-20)
        gain.titleDidBegin(reading(-20.4, 100))
        #expect(gain.decibels == 4, "too small a correction")
        gain.titleDidBegin(reading(-24, 10))
        #expect(gain.decibels == 4, "too little sound")
        gain.titleDidBegin(reading(-22, 100))
        #expect(gain.decibels == 6)
    }
}

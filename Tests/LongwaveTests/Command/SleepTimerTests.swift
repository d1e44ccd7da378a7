import Testing

@testable import Longwave

@Suite struct SleepTimerTests {
    @Test(arguments: [(3600, 20.0), (60, 20), (45, 15), (9, 3)]) func theLengthOfTheFadeOut(
        _ seconds: Int, _ fading: Double
    ) {
        #expect(SleepTimer.fading(of: .seconds(seconds)) == .seconds(fading))
    }

    /// A gain is heard two seconds later, when the sound that waits in the output has been heard.
    @Test(arguments: [(60, 0.0), (22, 0), (17, -12.5), (12, -25), (2, -50), (1, -50)]) func theGain(
        _ left: Int, _ gain: Double
    ) {
        #expect(SleepTimer.gain(left: .seconds(left), fading: .seconds(20)) == gain)
    }
}

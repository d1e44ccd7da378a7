import Testing

@testable import Longwave

@Suite struct SleepTimerTests {
    @Test(arguments: [(3600, 20.0), (60, 20), (45, 15), (9, 3)]) func theLengthOfTheFadeOut(
        _ seconds: Int, _ fading: Double
    ) {
        #expect(SleepTimer.fading(of: .seconds(seconds)) == .seconds(fading))
    }
}

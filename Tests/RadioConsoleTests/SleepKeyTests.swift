import Testing

@testable import RadioConsole

@Suite struct SleepKeyTests {
    /// Each press leads to the next time, however fast the presses follow one another; the last one ends the timer.
    @Test func eachPressIsAStep() {
        var left: Duration?
        var offered: [Int?] = []
        for _ in 0..<6 {
            let next = PlayerControls.nextSleep(left: left)
            offered.append(next.map { Int($0 / .seconds(60)) })
            // The person presses again a moment later.
            left = next.map { $0 - .milliseconds(400) }
        }
        #expect(offered == [15, 30, 60, 90, nil, 15])
        #expect(PlayerControls.nextSleep(left: .seconds(600)) == .seconds(900))
    }
}

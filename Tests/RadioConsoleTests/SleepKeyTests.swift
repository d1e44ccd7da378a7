import Testing

@testable import RadioConsole

@Suite struct SleepKeyTests {
    /// Each press selects the next time, even if little of the previous one has passed. After the longest time, a press
    /// turns the timer off.
    @Test func eachPressIsAStep() {
        var left: Duration?
        var offered: [Int?] = []
        for _ in 0..<6 {
            let next = PlayerControls.nextSleep(left: left)
            offered.append(next.map { Int($0 / .seconds(60)) })
            // A moment passes before the next press.
            left = next.map { $0 - .milliseconds(400) }
        }
        #expect(offered == [15, 30, 60, 90, nil, 15])
        #expect(PlayerControls.nextSleep(left: .seconds(600)) == .seconds(900))
    }
}

import Testing

@testable import LongwaveCLI

@Suite struct PlayerKeysTests {
    /// Each press of the key sets the next longer time, even if the timer has run for only a moment. After the longest
    /// time, a press turns the timer off.
    @Test func eachPressIsAStep() {
        var left: Duration?
        var offered: [Int?] = []
        for _ in 0..<6 {
            let next = PlayerKeys.nextSleep(left: left)
            offered.append(next.map { Int($0 / .seconds(60)) })
            // 400 ms pass between two presses.
            left = next.map { $0 - .milliseconds(400) }
        }
        #expect(offered == [15, 30, 60, 90, nil, 15])
        #expect(PlayerKeys.nextSleep(left: .seconds(600)) == .seconds(900))
    }
}

import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import Longwave

@Suite struct SimulatedMonthTests {
    /// `bin/simulate month` runs thirty days.
    private static let days = getenv("LONGWAVE_MONTH_DAYS").flatMap { Int(String(cString: $0)) } ?? 1

    /// Two stretches, each with a change of daylight saving time after its first night.
    @Test(arguments: ["2026-03-28T18:00:00Z", "2026-10-24T18:00:00Z"])
    func month(_ start: String) throws {
        let month = try SimulatedMonth(startingAt: start)
        let hours = max(Self.days * 24 / 2, 1)
        let began = MonotonicInstant.now
        for hour in 0..<hours {
            month.run(.seconds(3600))
            let heard = month.takeHeard()
            print("hour", hour, LocalTime.text(ofSecond: month.clock.second), heard.map { Int($0) }, month.said.count, month.problems.last ?? "")
            #expect(month.problems.isEmpty)
        }
        print(began.duration(to: .now), month.switches, month.largestDrift, month.drifts)
    }
}

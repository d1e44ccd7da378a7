import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import Longwave

@Suite struct SimulatedMonthTests {
    /// `bin/simulate month` runs thirty days.
    private static let days = getenv("LONGWAVE_MONTH_DAYS").flatMap { Int(String(cString: $0)) } ?? 1

    /// Two stretches, each with a change of daylight saving time in its first night, and a clock that is set.
    @Test(arguments: ["2026-03-28T18:00:00Z", "2026-10-24T18:00:00Z"])
    func month(_ start: String) throws {
        let month = try SimulatedMonth(startingAt: start)
        var memory: Int?
        for hour in 0..<max(Self.days * 12, 1) {
            // The clock is set forward to an hour in which the same plays, and back.
            if hour % 48 == 4 || hour % 48 == 5 { month.setClock(by: hour % 48 == 4 ? 3000 : -3000) }
            month.run(.seconds(3600))
            let heard = month.takeHeard()
            try #require(month.problems.isEmpty)
            #expect(heard.reduce(0, +) < 3602 + 60)
            if hour == 36 { memory = ProcessFacts(getpid()).proportionalKilobytes }
        }
        #expect(month.largestDrift < 0.5)
        // The heap may grow a little while caches fill.
        if let memory { #expect(ProcessFacts(getpid()).proportionalKilobytes < memory + 16_384) }
        guard Self.days > 1 else { return }
        let days = Self.days / 2
        #expect(month.said.count { $0.hasSuffix(": rings") } == days, "\(month.said)")
        // The way back from the file may lead over station 2.
        #expect((3 * days...4 * days).contains(month.switches[.recovery] ?? 0), "\(month.switches)")
        #expect(month.switches[.silence] == 2 * days && month.switches[.deadAir] == days, "\(month.switches)")
    }
}

import RadioLoop
import Testing

@Suite struct WallClockTests {
    static let rows: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00.000Z"), (951_826_335_007, "2000-02-29T12:12:15.007Z"),
        (1_795_228_200_123, "2026-11-21T02:30:00.123Z"),
    ]

    @Test(arguments: rows) func rfc3339(_ milliseconds: Int64, _ text: String) {
        let clock = WallClock(offset: milliseconds * 1_000_000 - 5_000_000_000)
        #expect(clock.rfc3339(MonotonicInstant(nanoseconds: 5_000_000_000)) == text)
    }
}

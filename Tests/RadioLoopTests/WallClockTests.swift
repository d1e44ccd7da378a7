import Glibc
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

    /// In whatever time zone the tests run: the C library reads the text back.
    @Test(arguments: rows) func local(_ milliseconds: Int64, _ text: String) throws {
        let local = WallClock.local(milliseconds: milliseconds)
        var date = tm()
        let rest = try #require(strptime(local, "%Y-%m-%dT%H:%M:%S", &date))
        #expect(rest.pointee == 0 && local.utf8.count == 19)
        date.tm_isdst = -1
        #expect(mktime(&date) == milliseconds / 1000)
        let clock = WallClock(offset: milliseconds * 1_000_000)
        #expect(clock.localTime(MonotonicInstant(nanoseconds: 0)) == local.suffix(8))
    }
}

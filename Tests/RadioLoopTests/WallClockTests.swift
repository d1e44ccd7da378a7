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

    /// Local times are right in any time zone: the C library converts them back to the same time.
    @Test(arguments: rows) func local(_ milliseconds: Int64, _ text: String) throws {
        let local = WallClock.local(milliseconds: milliseconds)
        let fields = local.split { "-T:".contains($0) }.compactMap { Int32($0) }
        try #require(fields.count == 6 && local.utf8.count == 19)
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (fields[0] - 1900, fields[1] - 1, fields[2])
        (date.tm_hour, date.tm_min, date.tm_sec, date.tm_isdst) = (fields[3], fields[4], fields[5], -1)
        #expect(mktime(&date) == milliseconds / 1000)
        let clock = WallClock(offset: milliseconds * 1_000_000)
        #expect(clock.localTime(MonotonicInstant(nanoseconds: 0)) == local.suffix(8))
    }
}

import Glibc
import Testing

@testable import LongwaveCLI

@Suite struct TimePointTests {
    /// 2026-11-21T15:00:00Z
    private static let now: Int64 = 1_795_273_200

    @Test(
        arguments: [
            ("2026-11-21T14:30Z", 1_795_271_400), ("2026-11-21T14:30:10Z", 1_795_271_410),
            ("2026-11-21 14:30:10.25Z", 1_795_271_410), ("2026-11-21T14:30:00+01:00", 1_795_267_800),
            ("2026-11-21T14:30:00-03:30", 1_795_284_000), ("1970-01-01T00:00Z", 0), ("2h", 1_795_266_000),
            ("90s", 1_795_273_110), ("7d", 1_794_668_400), ("now", 1_795_273_200), ("2026-13-01", nil),
            ("2026-1-1", nil),
            ("2026-11-21T25:00Z", nil), ("2026-11-21T14:30+0100", 1_795_267_800), ("2026-02-30", nil),
            ("2026-11-21Tx", nil), ("soon", nil), ("", nil),
            ("-2h", nil), ("120", nil), ("2026-11-21T14:30:00Zx", nil),
        ] as [(String, Int64?)])
    func momentsAreRead(_ text: String, _ seconds: Int64?) {
        #expect(TimePoint(text, now: Self.now)?.milliseconds == seconds.map { $0 * 1000 })
    }

    /// A day begins at midnight of the local time, whatever the time zone.
    @Test func daysBeginAtMidnight() throws {
        for (text, days) in [("today", 0), ("yesterday", 1)] {
            let moment = try #require(TimePoint(text, now: Self.now))
            var seconds = time_t(moment.milliseconds / 1000)
            var date = tm()
            localtime_r(&seconds, &date)
            #expect((date.tm_hour, date.tm_min, date.tm_sec) == (0, 0, 0))
            #expect(abs(Self.now - Int64(seconds) - Int64(days) * 86_400) <= 90_000)
            let name = "\(date.tm_year + 1900)-\(date.tm_mon + 1)-" + (date.tm_mday < 10 ? "0" : "") + "\(date.tm_mday)"
            #expect(TimePoint(name, now: Self.now) == moment)
        }
    }

    @Test(
        arguments: [
            ("5", 5), ("1.5", 1.5), ("10s", 10), ("10m", 600), ("2h", 7200), ("1d", 86_400), ("0", nil), ("-1", nil),
            ("h", nil), ("1w", nil), ("nan", nil), ("1e99", nil), ("", nil),
        ] as [(String, Double?)])
    func spansAreRead(_ text: String, _ seconds: Double?) {
        #expect(TimeSpan(argument: text)?.duration == seconds.map { .seconds($0) })
    }
}

import Testing

@testable import RadioStreams

struct RetryAfterTests {
    @Test(
        arguments: [
            ("0", 0), ("5", 5), ("120", 120), ("-3", 0), ("86400", 3600), ("99999999999999999999", nil), ("soon", nil),
            ("", nil),
            ("1.5", nil), ("Sun, 06 Nov 1994 08:50:07 GMT", 30), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
            ("Mon, 07 Nov 1994 08:49:37 GMT", 3600), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:50:07 CET", nil), ("Sun, 99 Nov 1994 08:50:07 GMT", nil),
            ("Sun, 06 Foo 1994 08:50:07 GMT", nil),
        ] as [(String, Int?)])
    func waits(_ value: String, _ seconds: Int?) {
        let wait = RetryAfter.wait(value, date: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(wait == seconds.map { .seconds($0) })
    }

    @Test func aDateNeedsTheServersClock() {
        #expect(RetryAfter.wait("Sun, 06 Nov 1994 08:50:07 GMT", date: nil) == nil)
        #expect(RetryAfter.wait("7", date: nil) == .seconds(7))
        #expect(RetryAfter.wait(nil, date: "Sun, 06 Nov 1994 08:49:37 GMT") == nil)
    }

    /// By `date -u -d … +%s`.
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
        ("Sat, 21 Nov 2026 05:00:00 GMT", 1_795_237_200),
    ])
    func dates(_ text: String, _ seconds: Int) {
        #expect(RetryAfter.seconds(of: text) == seconds)
    }
}

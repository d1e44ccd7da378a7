import Testing

@testable import RadioHTTP

struct RetryAfterTests {
    @Test(
        arguments: [
            ("0", 0), ("5", 5), ("120", 120), ("-3", 0), ("86400", 3600), ("99999999999999999999", nil), ("soon", nil),
            ("", nil),
            ("1.5", nil), ("Sun, 06 Nov 1994 08:50:07 GMT", 30), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
            ("Mon, 07 Nov 1994 08:49:37 GMT", 3600), ("Sunday, 06-Nov-94 08:50:07 GMT", 30),
            ("Sun Nov  6 08:50:07 1994", 30), ("Sun, 99 Nov 1994 08:50:07 GMT", nil),
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
}

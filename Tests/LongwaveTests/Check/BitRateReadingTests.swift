import Testing

@testable import Longwave

@Suite struct BitRateReadingTests {
    struct Row: Sendable {
        var named: Int?
        var declared: Int?
        var measured: Int?
        var expected: Int?

        init(_ named: Int?, _ declared: Int?, _ measured: Int?, _ expected: Int?) {
            (self.named, self.declared, self.measured, self.expected) = (named, declared, measured, expected)
        }
    }

    @Test(arguments: [
        Row(128_000, 64_000, 127_000, 128_000),
        // AAC frames state no bit rate. The bit rate in the server's response is used if it is close to the measured
        // one.
        Row(nil, 64_000, 58_300, 64_000), Row(nil, 48_123, 50_000, 48_000), Row(nil, 320_000, 61_000, 64_000),
        Row(nil, nil, 127_300, 128_000), Row(nil, nil, 62_100, 64_000),
        // The measured bit rate is far from all usual bit rates.
        Row(nil, nil, 410_400, 410_000), Row(nil, nil, 0, nil), Row(nil, 128_000, nil, nil), Row(nil, nil, nil, nil),
    ]) func rates(_ row: Row) {
        #expect(
            BitRateReading.rate(named: row.named, declared: row.declared, measured: row.measured) == row.expected,
            "\(row)")
    }

    @Test(
        arguments: [
            (nil, 128_000, true, true), (nil, 64_000, false, true), (0, 64_000, false, true),
            (128_000, 128_000, true, false), (127_000, 128_000, true, false), (112_000, 128_000, true, true),
            // The frames have a variable bit rate and were received for one second only.
            (112_000, 128_000, false, false), (64_000, 128_000, false, true), (160_000, 128_000, false, false),
        ] as [(Int?, Int, Bool, Bool)])
    func whatTheListSays(_ listed: Int?, _ found: Int, _ isNamed: Bool, _ differs: Bool) {
        #expect(BitRateReading.differs(listed, found: found, isNamed: isNamed) == differs)
    }
}

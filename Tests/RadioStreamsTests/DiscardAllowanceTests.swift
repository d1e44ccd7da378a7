import Testing

@testable import RadioStreams

@Suite struct DiscardAllowanceTests {
    @Test func `a part at once, and little over time`() {
        let rows: [(bytes: Int64, at: Double, isAllowed: Bool)] = [
            (DiscardAllowance.maximum + 1, 0, false), (DiscardAllowance.maximum, 0, true), (1, 0, false),
            (8 << 20, 1, true), (9 << 20, 2, false), (DiscardAllowance.maximum, 1000, true),
            (9_000_000_000_000_000_000, 100_000, false),
        ]
        var allowance = DiscardAllowance()
        for row in rows {
            let isAllowed = allowance.take(row.bytes, at: .seconds(row.at))
            #expect(isAllowed == row.isAllowed, "\(row)")
        }
    }
}

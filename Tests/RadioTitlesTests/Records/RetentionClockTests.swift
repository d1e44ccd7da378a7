import RadioLoop
import Testing

@testable import RadioTitles

/// The age of records does not depend on a wrong wall clock.
@Suite struct RetentionClockTests {
    private static let day: Int64 = 86_400_000
    private static let newest: Int64 = 20_000 * day

    /// Returns the clock's time, in days after the newest record, when the process has run for `days` and the wall
    /// clock is `wall` days after the newest record.
    private func time(_ newest: Int64?, startAt begin: Int64, wall: Int64, after days: Int64) -> Int64 {
        let boot = MonotonicInstant(nanoseconds: 5_000_000_000)
        let clock = RetentionClock(newest: newest, wall: Self.newest + begin * Self.day, boot: boot)
        let now = clock.now(wall: Self.newest + wall * Self.day, boot: boot.advanced(by: .seconds(days * 86_400)))
        return (now - Self.newest) / Self.day
    }

    @Test func `a clock that is ahead makes nothing older`() {
        #expect(time(Self.newest, startAt: 100, wall: 100, after: 0) == 0)
        #expect(time(Self.newest, startAt: 100, wall: 103, after: 3) == 3)
        // The clock jumps while the process runs.
        #expect(time(Self.newest, startAt: 0, wall: 107, after: 7) == 7)
        #expect(time(Self.newest, startAt: -20_000, wall: 7, after: 7) == 7)
    }

    @Test func `a clock that is behind makes records younger`() {
        #expect(time(Self.newest, startAt: -50, wall: -48, after: 2) == -48)
        #expect(time(Self.newest, startAt: 1, wall: -30, after: 2) == -30)
    }

    @Test func `without records, time begins at the start`() {
        #expect(time(nil, startAt: 4, wall: 5, after: 1) == 5)
        #expect(time(nil, startAt: 4, wall: 1000, after: 1) == 5)
        #expect(time(.max, startAt: 4, wall: 5, after: 1) == 5)
    }
}

import RadioStreams
import RadioTitles
import Testing

@Suite struct FollowScheduleTests {
    @Test func waitsGrowToAMinute() {
        var schedule = FollowSchedule()
        let waits = (0..<9).map { _ in schedule.wait(after: .connectionLost("x"), chance: 0.5).components.seconds }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        for _ in 0..<100 { #expect(schedule.wait(after: .unreachable("x"), chance: 1) <= .seconds(72)) }
    }

    @Test func whatIsRefusedByNameIsAskedSeldom() {
        for error: StreamError in [.notFound(status: 404, "x"), .unsupported("x"), .accessDenied(status: 403, "x")] {
            var schedule = FollowSchedule()
            let waits = (0..<7).map { _ in schedule.wait(after: error, chance: 0.5).components.seconds }
            #expect(waits == [60, 120, 240, 480, 960, 1800, 1800])
        }
    }

    @Test func aSightBeginsAnew() {
        var schedule = FollowSchedule()
        for _ in 0..<5 { _ = schedule.wait(after: .timedOut("x"), chance: 0.5) }
        schedule.seen(for: .seconds(9))
        #expect(schedule.failures == 5, "a server that sends a little and closes is none that is there")
        schedule.seen(for: .seconds(10))
        #expect(schedule.wait(after: .timedOut("x"), chance: 0.5) == .seconds(1))
    }

    @Test func aServerMayAskForMore() {
        var schedule = FollowSchedule()
        let asks = StreamError.serverError(status: 503, "x", retryAfter: .seconds(300))
        #expect(schedule.wait(after: asks, chance: 0.5) == .seconds(300))
        let absurd = StreamError.serverError(status: 503, "x", retryAfter: .seconds(1_000_000))
        #expect(schedule.wait(after: absurd, chance: 0.5) == .seconds(3600))
    }

    @Test func chanceSpreads() {
        let waits = [0, 0.25, 0.5, 0.75, 1].map { chance -> Duration in
            var schedule = FollowSchedule()
            return schedule.wait(after: .timedOut("x"), chance: chance)
        }
        #expect(waits.map { ($0 / .milliseconds(1)).rounded() } == [800, 900, 1000, 1100, 1200])
    }
}

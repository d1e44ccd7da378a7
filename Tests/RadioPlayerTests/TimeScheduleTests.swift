import RadioFormats
import Testing

@testable import RadioPlayer

@Suite struct TimeScheduleTests {
    private func time(_ milliseconds: Int64) -> MediaTime { MediaTime(value: milliseconds, timescale: 1000) }

    /// Moves a schedule's time to each of `moments`, in milliseconds, and returns which times are reported at each
    /// move. A negative moment is a jump to its absolute value.
    private func told(_ kind: TimeSchedule.Kind, _ moments: [Int64]) -> [[Int64]] {
        var schedule = TimeSchedule(kind)
        return moments.map { moment in
            schedule.move(to: time(abs(moment)), isJump: moment < 0).map { Int64(($0.seconds * 1000).rounded()) }
        }
    }

    @Test func everyInterval() {
        // A time is reported at the start, at each multiple of the interval (once if several are passed in one move),
        // and after a jump.
        #expect(
            told(.periodically(time(500)), [0, 100, 499, 500, 700, 1600, -200, 300, 501])
                == [[0], [], [], [500], [], [1600], [200], [], [501]])
    }

    @Test func atMoments() {
        let kind = TimeSchedule.Kind.at([time(900), .invalid, time(500), .indefinite])
        #expect(
            told(kind, [0, 400, 500, 501, 1000, -100, 600, -2000, 2100, -400, 950])
                == [[], [], [500], [], [900], [], [500], [], [], [], [500, 900]])
    }

    @Test func whenItIsDue() {
        let periodic = TimeSchedule(.periodically(time(500)))
        #expect(periodic.next(after: time(0)) == time(500) && periodic.next(after: time(500)) == time(1000))
        #expect(periodic.next(after: time(-1)) == time(0))
        let boundary = TimeSchedule(.at([time(900), time(500)]))
        #expect(boundary.next(after: time(499)) == time(500) && boundary.next(after: time(500)) == time(900))
        #expect(boundary.next(after: time(900)) == nil)
        // An interval of zero becomes 10 ms, so that the event loop can do other work.
        #expect(TimeSchedule(.periodically(.zero)).next(after: time(0)) == time(10))
        #expect(TimeSchedule(.periodically(.invalid)).next(after: time(0)) == time(1000))
    }
}

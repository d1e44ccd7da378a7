import Glibc
import RadioLoop
import TestSupport
import Testing

/// When an event loop reads the clock, and how a test can set the loop's time.
@Suite struct EventLoopTimeTests {
    @Test func theClockIsReadOnceATurn() throws {
        let loop = try EventLoop()
        var times: [MonotonicInstant] = []
        var dates: [WallClock] = []
        func read() {
            times.append(loop.now)
            dates.append(loop.wallClock)
            usleep(2000)
        }
        loop.post {
            read()
            loop.post { read() }
        }
        loop.turn(mayBlock: false)
        #expect(times.count == 2 && times[0] == times[1] && dates[0] == dates[1])
        #expect(times[0].duration(to: loop.now) >= .milliseconds(4), "between turns it is the clock's")
        loop.post { read() }
        loop.turn(mayBlock: false)
        #expect(times[2] > times[1])
    }

    /// The loop reads the time of a turn after it has waited for events, not before.
    @Test func aTurnsTimeIsThatOfItsEvents() throws {
        let loop = try EventLoop()
        let begin = MonotonicInstant.now
        var time: MonotonicInstant?
        loop.schedule(at: begin.advanced(by: .milliseconds(20))) { time = loop.now }
        while time == nil { loop.turn(mayBlock: true) }
        #expect(begin.duration(to: time!) >= .milliseconds(20))
    }

    @Test func timePassesFromTimerToTimer() throws {
        let loop = try EventLoop.byHand()
        let (begin, date) = (loop.now, loop.wallClock)
        var fired: [Duration] = []
        func fire() { fired.append(begin.duration(to: loop.now)) }
        for delay in [3600, 5, 1] { loop.schedule(after: .seconds(delay)) { fire() } }
        // A handler schedules a timer and posts work. Both run before the next timer if they are due earlier.
        loop.schedule(after: .seconds(2)) {
            loop.schedule(after: .seconds(1)) { fire() }
            loop.post { fire() }
        }
        loop.pass(.seconds(5))
        #expect(fired == [.seconds(1), .seconds(2), .seconds(3), .seconds(5)])
        #expect(begin.duration(to: loop.now) == .seconds(5))
        #expect(loop.wallClock.milliseconds(loop.now) == date.milliseconds(begin) + 5000)
        loop.pass(.seconds(3594))
        #expect(fired.count == 4)
        loop.pass(.seconds(1))
        #expect(fired.last == .seconds(3600))
    }

    /// A timer schedules itself again for the current time. The loop's time goes on nevertheless.
    @Test func noMomentLastsForEver() throws {
        let loop = try EventLoop.byHand()
        let end = loop.now.advanced(by: .nanoseconds(1))
        var isOver = false
        var timer: LoopTimer?
        timer = loop.makeTimer { if loop.now < end { timer?.rearm(at: loop.now) } else { isOver = true } }
        timer?.rearm(after: .zero)
        loop.settle()
        #expect(isOver)
        timer = nil
    }

    /// In a test that sets the time, the loop can wait for descriptors without its time going on.
    @Test func waitingLetsNoTimePass() throws {
        let loop = try EventLoop.byHand()
        let begin = loop.now
        var isEarly = false
        loop.schedule(after: .milliseconds(1)) { isEarly = true }
        var isOver = false
        loop.makeTimer(keepsRealTime: true) { isOver = true }.rearm(after: .milliseconds(20))
        #expect(loop.turn(within: .seconds(60), until: { isOver }))
        #expect(!isEarly && loop.now == begin)
    }
}

import RadioLoop
import TestSupport
import Testing

@Suite struct LoopTimerTests {
    private let past = MonotonicInstant(nanoseconds: 0)

    @Test func earliestFirstAndNeverEarly() throws {
        let loop = try EventLoop()
        let start = MonotonicInstant.now
        var fired: [Int] = []
        var early = false
        for delay in [30, 10, 20, 0] {
            loop.schedule(after: .milliseconds(delay)) {
                fired.append(delay)
                if start.duration(to: .now) < .milliseconds(delay) { early = true }
            }
        }
        #expect(loop.turn { fired.count == 4 })
        #expect(fired == [0, 10, 20, 30])
        #expect(!early)
    }

    @Test func equalDeadlinesFireInTheOrderOfArming() throws {
        let loop = try EventLoop()
        var fired: [Int] = []
        let deadline = MonotonicInstant.now
        for number in 0..<100 { loop.schedule(at: deadline) { fired.append(number) } }
        loop.turn(mayBlock: false)
        #expect(fired == Array(0..<100))
    }

    @Test func cancelledTimersDoNotFire() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let first = loop.schedule(at: past) { fired.append("first") }
        var second: LoopTimer?
        loop.schedule(at: past) {
            fired.append("killer")
            second?.cancel()
        }
        second = loop.schedule(at: past) { fired.append("second") }
        first.cancel()
        first.cancel()
        loop.turn(mayBlock: false)
        #expect(fired == ["killer"])
        // After its cancellation, a timer cannot be scheduled again.
        first.rearm(at: past)
        #expect(!first.isArmed)
        loop.turn(mayBlock: false)
        #expect(fired == ["killer"])
    }

    @Test func aTimerMayCancelOrRearmItself() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = loop.makeTimer {}
        timer.cancel()
        var own: LoopTimer?
        own = loop.schedule(at: past) {
            count += 1
            if count < 3 { own?.rearm(at: past) } else { own?.cancel() }
        }
        // A timer that schedules itself in its handler fires in the next turn, so it fires once in each turn.
        for turn in 1...5 {
            loop.turn(mayBlock: false)
            #expect(count == min(turn, 3))
        }
        #expect(own?.isArmed == false)
    }

    @Test func rearmingMovesAndDisarmingKeeps() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let timer = loop.makeTimer { fired.append("timer") }
        #expect(!timer.isArmed)
        timer.rearm(after: .seconds(3600))
        loop.schedule(at: past) { fired.append("other") }
        timer.rearm(at: past)
        #expect(timer.isArmed)
        loop.turn(mayBlock: false)
        #expect(fired == ["other", "timer"])
        timer.rearm(at: past)
        timer.disarm()
        loop.turn(mayBlock: false)
        #expect(fired.count == 2)
        timer.rearm(at: past)
        loop.turn(mayBlock: false)
        #expect(fired.count == 3)
    }

    /// One timer always schedules itself for a time in the past. The other timers fire nevertheless.
    @Test func nobodyStarves() throws {
        let loop = try EventLoop()
        var greedy: LoopTimer?
        greedy = loop.schedule(at: past) { greedy?.rearm(at: past) }
        var fired = 0
        loop.schedule(at: .now) { fired += 1 }
        loop.schedule(at: .now) { fired += 1 }
        for _ in 0..<3 { loop.turn(mayBlock: false) }
        #expect(fired == 2)
        greedy?.cancel()
    }

    @Test(arguments: [Duration.seconds(Int64.max), .nanoseconds(Int64.max), .seconds(60 * 86_400)])
    func farAwayIsNotNow(_ delay: Duration) throws {
        let loop = try EventLoop()
        var isEarly = false
        let far = loop.schedule(after: delay) { isEarly = true }
        var isDone = false
        // epoll can wait for at most 24 days. This timer ends the wait earlier.
        loop.schedule(after: .milliseconds(5)) { isDone = true }
        #expect(loop.turn { isDone })
        #expect(!isEarly)
        far.cancel()
        let before = loop.schedule(at: MonotonicInstant(nanoseconds: .min)) { isEarly = true }
        loop.turn(mayBlock: true)
        #expect(isEarly)
        #expect(!before.isArmed)
    }

    /// Timers are scheduled, moved and cancelled at random. Their order is compared with that of a sorted array.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func thousandsAtRandom(seed: UInt64) throws {
        let loop = try EventLoop()
        var random = SeededGenerator(seed: seed)
        var fired: [Int] = []
        // All deadlines are past, so one turn fires all timers. There are only 500 different ones, so many are equal.
        func deadline() -> MonotonicInstant { MonotonicInstant(nanoseconds: .random(in: 0..<500, using: &random)) }
        var expected: [(deadline: MonotonicInstant, order: Int, number: Int)] = []
        var timers: [LoopTimer] = []
        var order = 0
        for number in 0..<4000 {
            let time = deadline()
            timers.append(loop.schedule(at: time) { fired.append(number) })
            expected.append((time, order, number))
            order += 1
            guard number > 10 else { continue }
            let victim = Int.random(in: 0..<number, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                timers[victim].cancel()
                expected.removeAll { $0.number == victim }
            case 1:
                timers[victim].disarm()
                expected.removeAll { $0.number == victim }
            case 2:
                let isCancelled = !timers[victim].isArmed && !expected.contains { $0.number == victim }
                guard !isCancelled else { continue }
                let time = deadline()
                timers[victim].rearm(at: time)
                expected.removeAll { $0.number == victim }
                expected.append((time, order, victim))
                order += 1
            default: break
            }
        }
        loop.turn(mayBlock: false)
        let sorted = expected.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        #expect(fired == sorted.map(\.number))
        #expect(timers.allSatisfy { !$0.isArmed })
    }
}

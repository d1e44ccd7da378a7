import RadioLoop

extension EventLoop {
    /// Creates a loop whose clock moves only when the test calls ``pass(_:)``, so that the test need not wait for
    /// timers. The work of libcurl and of other threads still takes real time.
    package static func byHand() throws(LoopError) -> EventLoop { try EventLoop(handTime: .now) }

    /// Moves the loop's clock forward by `duration`. On the way, the clock stops at the deadline of each timer, and the
    /// loop runs until nothing is left to do. To wait for a server or the disk, use ``turn(within:until:)``.
    package func pass(_ duration: Duration) {
        let end = now.advanced(by: duration)
        turnWhileThereIsWork()
        while let deadline = nextDeadline, deadline <= max(now, end) {
            // Each step moves the clock by at least a microsecond. Otherwise, a timer that sets itself again for the
            // current time would fire endlessly.
            setTime(max(deadline, now.advanced(by: .microseconds(1))))
            turnWhileThereIsWork()
        }
        setTime(max(now, end))
        turnWhileThereIsWork()
    }

    private func turnWhileThereIsWork() { repeat { turn(mayBlock: false) } while hasWork }

    /// Runs turns until nothing is left to do at the clock's current time.
    package func settle() { pass(.zero) }

    /// Runs turns on this thread until `condition` holds. Returns false if it does not hold within `bound`, which only
    /// a failing test uses up.
    ///
    /// The condition is checked after each turn, so it must depend on the work of the loop itself. Use
    /// ``turn(untilElsewhere:)`` for the work of other threads, such as a server's script: that method also checks
    /// between turns.
    @discardableResult
    package func turn(within bound: Duration = .seconds(90), until condition: () -> Bool) -> Bool {
        var isLate = false
        let timer = makeTimer(keepsRealTime: true) { isLate = true }
        timer.rearm(after: bound)
        defer { timer.cancel() }
        while !condition() {
            if isLate { return false }
            turn(mayBlock: true)
        }
        return true
    }

    /// Runs turns until `condition` holds through the work of another thread. Returns false after 90 seconds.
    @discardableResult
    package func turn(untilElsewhere condition: () -> Bool) -> Bool {
        let end = MonotonicInstant.now.advanced(by: .seconds(90))
        while !condition() {
            if MonotonicInstant.now > end { return false }
            turn(for: .milliseconds(2))
        }
        return true
    }

    /// Does the same as ``turn(untilElsewhere:)``, and moves the loop's clock forward by `step` every two milliseconds
    /// of real time. Use this method for work that alternately waits for timers and for a server's responses. To test
    /// the length of a single wait, use ``pass(_:)``.
    @discardableResult
    package func turn(passing step: Duration, untilElsewhere condition: () -> Bool) -> Bool {
        turn(untilElsewhere: {
            if condition() { return true }
            pass(step)
            return condition()
        })
    }

    /// Runs turns for a period of real time, for the work of test servers and other threads. They do not follow the
    /// loop's clock, which the test moves.
    package func turn(for duration: Duration) {
        var isOver = false
        makeTimer(keepsRealTime: true) { isOver = true }.rearm(after: duration)
        while !isOver { turn(mayBlock: true) }
    }
}

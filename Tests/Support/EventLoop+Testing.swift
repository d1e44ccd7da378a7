import RadioLoop

extension EventLoop {
    /// A loop whose time stands still until ``pass(_:)``. Its turns wait for descriptors only; what libcurl and other threads
    /// do takes its time as ever.
    package static func byHand() throws(LoopError) -> EventLoop { try EventLoop(handTime: .now) }

    /// Turns the time by hand: from timer to timer in the order of their deadlines, each time until nothing is left to do
    /// at that moment. What a server or a disk is to answer meanwhile must be waited for with ``turn(within:until:)``.
    package func pass(_ duration: Duration) {
        let end = now.advanced(by: duration)
        turnWhileThereIsWork()
        while let deadline = nextDeadline, deadline <= max(now, end) {
            // Who waits for a moment that is almost there asks again when it is: no moment lasts for ever.
            setTime(max(deadline, now.advanced(by: .microseconds(1))))
            turnWhileThereIsWork()
        }
        setTime(max(now, end))
        turnWhileThereIsWork()
    }

    private func turnWhileThereIsWork() { repeat { turn(mayBlock: false) } while hasWork }

    /// Runs turns until nothing is left to do at this moment.
    package func settle() { pass(.zero) }

    /// Runs turns on this thread until `condition` holds; false if it does not hold in time. The bound is for tests
    /// that fail, so it is generous.
    ///
    /// The condition is looked at after each turn, so it must depend on something that the loop itself does. For what
    /// other threads do (a server's script) there is ``turn(untilElsewhere:)``, which also looks now and then.
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

    /// Runs turns until something that happens on another thread has happened.
    @discardableResult
    package func turn(untilElsewhere condition: () -> Bool) -> Bool {
        let end = MonotonicInstant.now.advanced(by: .seconds(90))
        while !condition() {
            if MonotonicInstant.now > end { return false }
            turn(for: .milliseconds(2))
        }
        return true
    }

    /// As ``turn(untilElsewhere:)``, while `step` passes by hand every two milliseconds: for what takes rounds of waiting and
    /// of answers. Where one wait counts, ``pass(_:)`` says so.
    @discardableResult
    package func turn(passing step: Duration, untilElsewhere condition: () -> Bool) -> Bool {
        turn(untilElsewhere: {
            if condition() { return true }
            pass(step)
            return condition()
        })
    }

    /// Runs turns for a while of real time: only for what keeps its own, as servers and threads do.
    package func turn(for duration: Duration) {
        var isOver = false
        makeTimer(keepsRealTime: true) { isOver = true }.rearm(after: duration)
        while !isOver { turn(mayBlock: true) }
    }
}

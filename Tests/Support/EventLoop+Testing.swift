import RadioLoop

extension EventLoop {
    /// Runs turns on this thread until `condition` holds; false if it does not hold in time. The bound is for tests
    /// that fail, so it is generous.
    ///
    /// The condition is looked at after each turn, so it must depend on something that the loop itself does. For what
    /// other threads do (a server's script) there is ``turn(untilElsewhere:)``, which also looks now and then.
    @discardableResult
    public func turn(within bound: Duration = .seconds(90), until condition: () -> Bool) -> Bool {
        var isLate = false
        let timer = schedule(after: bound) { isLate = true }
        defer { timer.cancel() }
        while !condition() {
            if isLate { return false }
            turn(mayBlock: true)
        }
        return true
    }

    /// Runs turns until something that happens on another thread has happened.
    @discardableResult
    public func turn(untilElsewhere condition: () -> Bool) -> Bool {
        let end = MonotonicInstant.now.advanced(by: .seconds(90))
        while !condition() {
            if MonotonicInstant.now > end { return false }
            turn(for: .milliseconds(2))
        }
        return true
    }

    /// Runs turns for a while: only for showing that something does *not* happen.
    public func turn(for duration: Duration) {
        var isOver = false
        schedule(after: duration) { isOver = true }
        while !isOver { turn(mayBlock: true) }
    }
}

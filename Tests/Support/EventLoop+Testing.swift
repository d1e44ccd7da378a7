import RadioLoop

extension EventLoop {
    /// Runs turns on this thread until `condition` holds; false if it does not hold in time. The bound is for tests
    /// that fail, so it is generous.
    @discardableResult
    public func turn(within bound: Duration = .seconds(30), until condition: () -> Bool) -> Bool {
        var isLate = false
        let timer = schedule(after: bound) { isLate = true }
        defer { timer.cancel() }
        while !condition() {
            if isLate { return false }
            turn(mayBlock: true)
        }
        return true
    }

    /// Runs turns for a while: only for showing that something does *not* happen.
    public func turn(for duration: Duration) { turn(within: duration) { false } }
}

import RadioLoop

extension EventLoop {
    /// Runs turns until `condition` holds; false when the bound passes before. For tests that are the loop's thread.
    public func wait(_ bound: Duration = .seconds(30), until condition: () -> Bool) -> Bool {
        var isOver = false
        let timer = schedule(after: bound) { isOver = true }
        defer { timer.cancel() }
        while !condition() {
            if isOver { return false }
            turn(mayBlock: true)
        }
        return true
    }

    /// Runs turns for a while: to see that something does *not* happen, or to let sound pass.
    public func pass(_ time: Duration) { _ = wait(time) { false } }
}

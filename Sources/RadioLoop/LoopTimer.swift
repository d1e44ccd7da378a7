/// A one-shot timer of an ``EventLoop``. It belongs to the loop's thread.
///
/// The loop keeps an armed timer alive; dropping the last reference of an owner does not cancel it.
public final class LoopTimer {
    /// When it fires, or fired last.
    public private(set) var deadline: MonotonicInstant
    /// Equal deadlines fire in the order in which they were armed.
    private(set) var order: UInt64 = 0
    var heapIndex = -1
    private var handler: (() -> Void)?
    private let core: LoopCore

    init(core: LoopCore, deadline: MonotonicInstant, handler: @escaping () -> Void) {
        self.core = core
        self.deadline = deadline
        self.handler = handler
    }

    public var isArmed: Bool { heapIndex >= 0 }

    /// Fires at `deadline` instead of before; also revives a timer that has fired, not one that was cancelled.
    public func rearm(at deadline: MonotonicInstant) {
        guard handler != nil else { return }
        core.timers.remove(self)
        self.deadline = max(deadline, core.earliestDeadline)
        order = core.nextTimerOrder()
        core.timers.insert(self)
    }

    public func rearm(after delay: Duration) { rearm(at: .now.advanced(by: delay)) }

    /// Keeps the timer for a later ``rearm(at:)``, but does not fire.
    public func disarm() { core.timers.remove(self) }

    /// Never fires again, and lets go of its handler.
    public func cancel() {
        core.timers.remove(self)
        handler = nil
    }

    func fire() { handler?() }

    func isBefore(_ other: LoopTimer) -> Bool {
        deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
}

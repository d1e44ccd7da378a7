/// A one-shot timer of an ``EventLoop``. It belongs to the loop's thread.
///
/// The loop keeps an armed timer alive; dropping the last reference of an owner does not cancel it.
package final class LoopTimer {
    /// When it fires, or fired last.
    package internal(set) var deadline: MonotonicInstant
    /// Equal deadlines fire in the order in which they were armed.
    var order: UInt64 = 0
    var heapIndex = -1
    private var handler: (() -> Void)?
    private let core: LoopCore
    private let heap: TimerHeap
    private let keepsRealTime: Bool

    init(core: LoopCore, keepsRealTime: Bool, handler: @escaping () -> Void) {
        self.core = core
        self.keepsRealTime = keepsRealTime
        heap = keepsRealTime ? core.realTimers : core.timers
        deadline = core.now
        self.handler = handler
    }

    package var isArmed: Bool { heapIndex >= 0 }

    /// Fires at `deadline` instead of before; also revives a timer that has fired, not one that was cancelled.
    package func rearm(at deadline: MonotonicInstant) {
        guard handler != nil else { return }
        heap.remove(self)
        heap.insert(self, at: deadline)
    }

    package func rearm(after delay: Duration) { rearm(at: (keepsRealTime ? .now : core.now).advanced(by: delay)) }

    /// Keeps the timer for a later ``rearm(at:)``, but does not fire.
    package func disarm() { heap.remove(self) }

    /// Never fires again, and lets go of its handler.
    package func cancel() {
        heap.remove(self)
        handler = nil
    }

    func fire() { handler?() }

    func isBefore(_ other: LoopTimer) -> Bool {
        deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
}

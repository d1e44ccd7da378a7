/// A one-shot timer of an ``EventLoop``.
///
/// A timer belongs to the loop's thread. The loop keeps an armed timer alive, so releasing the last reference does not
/// cancel it.
package final class LoopTimer {
    /// The time at which the timer fires, or last fired.
    package internal(set) var deadline: MonotonicInstant
    /// A number that grows with each timer that is armed. Of two timers with the same deadline, the one with the lower
    /// number fires first.
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

    /// Moves the timer to `deadline`. Arms the timer again if it has fired, but not if it was cancelled.
    package func rearm(at deadline: MonotonicInstant) {
        guard handler != nil else { return }
        heap.remove(self)
        heap.insert(self, at: deadline)
    }

    package func rearm(after delay: Duration) { rearm(at: (keepsRealTime ? .now : core.now).advanced(by: delay)) }

    /// Stops the timer until a later ``rearm(at:)``.
    package func disarm() { heap.remove(self) }

    /// Stops the timer for ever and releases its handler.
    package func cancel() {
        heap.remove(self)
        handler = nil
    }

    func fire() { handler?() }

    func isBefore(_ other: LoopTimer) -> Bool {
        deadline == other.deadline ? order < other.order : deadline < other.deadline
    }
}

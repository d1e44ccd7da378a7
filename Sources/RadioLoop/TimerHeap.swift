/// A binary heap of timers, earliest first.
///
/// Cancelled timers leave the heap immediately.
final class TimerHeap {
    private var items: [LoopTimer] = []
    /// The earliest deadline that a timer can get. An earlier deadline is replaced by this one.
    private var earliestDeadline = MonotonicInstant(nanoseconds: .min)
    private var timerOrder: UInt64 = 0

    var first: LoopTimer? { items.first }
    var count: Int { items.count }

    /// Fires the timers that are due. A timer that one of their handlers arms fires in the next turn at the earliest.
    func fire(at now: MonotonicInstant) {
        guard count > 0 else { return }
        let last = timerOrder
        // A handler may arm a timer for the past. Without this limit, that timer would come first in the heap, and the
        // loop below would stop before other timers that are due.
        earliestDeadline = now
        defer { earliestDeadline = MonotonicInstant(nanoseconds: .min) }
        while let timer = first, timer.deadline <= now, timer.order <= last {
            remove(timer)
            timer.fire()
        }
    }

    func insert(_ timer: LoopTimer, at deadline: MonotonicInstant) {
        timerOrder &+= 1
        timer.order = timerOrder
        timer.deadline = max(deadline, earliestDeadline)
        timer.heapIndex = items.count
        items.append(timer)
        siftUp(items.count - 1)
    }

    func remove(_ timer: LoopTimer) {
        let index = timer.heapIndex
        guard index >= 0 else { return }
        timer.heapIndex = -1
        let last = items.removeLast()
        guard index < items.count else { return }
        place(last, at: index)
        siftUp(index)
        siftDown(last.heapIndex)
    }

    func removeAll() -> [LoopTimer] {
        defer { items = [] }
        for timer in items { timer.heapIndex = -1 }
        return items
    }

    private func place(_ timer: LoopTimer, at index: Int) {
        items[index] = timer
        timer.heapIndex = index
    }

    private func siftUp(_ start: Int) {
        var index = start
        let timer = items[index]
        while index > 0 {
            let parent = (index - 1) / 2
            guard timer.isBefore(items[parent]) else { break }
            place(items[parent], at: index)
            index = parent
        }
        place(timer, at: index)
    }

    /// Moves a timer down until no child is earlier.
    private func siftDown(_ start: Int) {
        var index = start
        let timer = items[index]
        while true {
            var child = 2 * index + 1
            guard child < items.count else { break }
            if child + 1 < items.count, items[child + 1].isBefore(items[child]) { child += 1 }
            guard items[child].isBefore(timer) else { break }
            place(items[child], at: index)
            index = child
        }
        place(timer, at: index)
    }
}

/// A binary heap of timers, earliest first. Cancelled timers leave it at once.
struct TimerHeap {
    private var items: [LoopTimer] = []

    var first: LoopTimer? { items.first }
    var count: Int { items.count }

    mutating func insert(_ timer: LoopTimer) {
        timer.heapIndex = items.count
        items.append(timer)
        siftUp(items.count - 1)
    }

    mutating func remove(_ timer: LoopTimer) {
        let index = timer.heapIndex
        guard index >= 0 else { return }
        timer.heapIndex = -1
        let last = items.removeLast()
        guard index < items.count else { return }
        place(last, at: index)
        siftUp(index)
        siftDown(last.heapIndex)
    }

    mutating func removeAll() -> [LoopTimer] {
        defer { items = [] }
        for timer in items { timer.heapIndex = -1 }
        return items
    }

    private mutating func place(_ timer: LoopTimer, at index: Int) {
        items[index] = timer
        timer.heapIndex = index
    }

    private mutating func siftUp(_ start: Int) {
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

    private mutating func siftDown(_ start: Int) {
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

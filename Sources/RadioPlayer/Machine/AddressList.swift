import RadioLoop

/// The addresses of an item: which one is asked now, which one brought sound, and which ones must not be asked before a
/// time. Pure.
struct AddressList {
    private(set) var count = 0
    private(set) var current = 0
    /// The address whose sound was heard last; nil before the first sound.
    private(set) var working: Int?
    /// Addresses that must not be asked before a time: their server said so, or asking costs many requests.
    private var notBefore: [Int: MonotonicInstant] = [:]
    private var search = Search.unavailable

    /// Whether another address can be looked for, once each time that the item begins.
    private enum Search {
        case unavailable, available, used
    }

    init() {}

    /// - Parameters:
    ///   - first: the one to begin with.
    ///   - mayHaveMoved: whether another address can be looked for where none of them works.
    init(count: Int, first: Int, mayHaveMoved: Bool) {
        self.count = count
        current = first < count ? max(first, 0) : 0
        if mayHaveMoved { search = .available }
    }

    /// The same addresses as at the item's begin, the one that worked first.
    var begunAgain: AddressList {
        var list = AddressList(count: count, first: working ?? 0, mayHaveMoved: false)
        if search != .unavailable { list.search = .available }
        list.working = working
        return list
    }

    mutating func currentDidWork() { working = current }

    /// The present one is not asked again before a time.
    mutating func avoidCurrent(until time: MonotonicInstant) { notBefore[current] = time }

    /// The present one failed: the next in turn.
    mutating func advance() { current = (current + 1) % max(count, 1) }

    /// Goes on to the next address in turn, from the present one, that may be asked at `time`, else to the one that may be
    /// asked first.
    /// - Returns: when it may be asked.
    mutating func choose(at time: MonotonicInstant) -> MonotonicInstant {
        notBefore = notBefore.filter { $0.value > time }
        var best = (address: current, time: notBefore[current] ?? time)
        for step in 1..<max(count, 1) where best.time > time {
            let next = (current + step) % count
            let free = notBefore[next] ?? time
            if free < best.time { best = (next, free) }
        }
        current = best.address
        return best.time
    }

    /// Whether another address may be looked for now; if so it counts as done.
    mutating func mayLook() -> Bool {
        guard search == .available else { return false }
        search = .used
        return true
    }

    /// Another address was found: the last of so many.
    mutating func add(count: Int) { self.count = count }

    /// The newest one is asked next.
    mutating func goToNewest() { current = count - 1 }
}

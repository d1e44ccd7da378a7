import RadioLoop

/// The addresses of an item: which one is asked now, which one brought sound, and which ones must not be asked before a
/// certain time. Pure.
struct AddressList {
    private(set) var count = 0
    private(set) var current = 0
    /// The address whose sound was heard last; nil before the first sound.
    private(set) var working: Int?
    /// Addresses that must not be asked before a time: the server said so, or asking takes many requests.
    private var notBefore: [Int: MonotonicInstant] = [:]
    private var search = Search.unavailable

    /// Whether another address can be looked for. A search is made once each time the item begins.
    private enum Search {
        case unavailable, available, used
    }

    init() {}

    /// - Parameters:
    ///   - first: the address to begin with.
    ///   - mayHaveMoved: whether another address can be looked for if none of these works.
    init(count: Int, first: Int, mayHaveMoved: Bool) {
        self.count = count
        current = first < count ? max(first, 0) : 0
        if mayHaveMoved { search = .available }
    }

    /// The same addresses as when the item began, with the working one first.
    var begunAgain: AddressList {
        var list = AddressList(count: count, first: working ?? 0, mayHaveMoved: false)
        if search != .unavailable { list.search = .available }
        list.working = working
        return list
    }

    mutating func currentDidWork() { working = current }

    /// Keeps the current address from being asked before a time.
    mutating func avoidCurrent(until time: MonotonicInstant) { notBefore[current] = time }

    /// Moves to the next address in turn, because the current one failed.
    mutating func advance() { current = (current + 1) % max(count, 1) }

    /// Moves to the first address, from the current one on, that may be asked at `time`; if there is none, to the one
    /// that may be asked soonest.
    ///
    /// - Returns: when that address may be asked.
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

    /// Returns whether another address may be looked for now. If so, counts the search as made.
    mutating func mayLook() -> Bool {
        guard search == .available else { return false }
        search = .used
        return true
    }

    /// Adds an address that was found.
    ///
    /// - Parameter count: the number of addresses with the new one, which is the last.
    mutating func add(count: Int) { self.count = count }

    /// Makes the newest address the current one.
    mutating func goToNewest() { current = count - 1 }
}

import RadioLoop

/// Tracks an item's addresses by index: the current address, the address whose sound was heard last, and the addresses
/// that must not be tried before a certain time. Pure.
struct AddressList {
    private(set) var count = 0
    private(set) var current = 0
    /// The index of the address whose sound was heard last; nil before the first sound.
    private(set) var working: Int?
    /// When each avoided address may be tried again. An address is avoided if its server asked for a wait. It is also
    /// avoided if the server violated the protocol, because one attempt may then consist of many requests.
    private var notBefore: [Int: MonotonicInstant] = [:]
    private var search = Search.unavailable

    /// Whether a station directory can be searched for another address of the item. Each start of the item allows one
    /// search.
    private enum Search {
        case unavailable, available, used
    }

    init() {}

    /// - Parameters:
    ///   - first: the index of the address to begin with.
    ///   - mayHaveMoved: whether the station may have moved, so that another address can be searched for if none of the
    ///     `count` addresses works.
    init(count: Int, first: Int, mayHaveMoved: Bool) {
        self.count = count
        current = first < count ? max(first, 0) : 0
        if mayHaveMoved { search = .available }
    }

    /// A new list for playing the item again: the same addresses, beginning with the address whose sound was heard
    /// last.
    var begunAgain: AddressList {
        var list = AddressList(count: count, first: working ?? 0, mayHaveMoved: false)
        if search != .unavailable { list.search = .available }
        list.working = working
        return list
    }

    mutating func currentDidWork() { working = current }

    /// Excludes the current address until `time`.
    mutating func avoidCurrent(until time: MonotonicInstant) { notBefore[current] = time }

    /// Moves to the next address, or from the last to the first, because the current address failed.
    mutating func advance() { current = (current + 1) % max(count, 1) }

    /// Moves to the first address, counting from the current one, that may be tried at `time`. If there is none, moves
    /// to the address that may be tried soonest.
    ///
    /// - Returns: when the chosen address may be tried.
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

    /// Returns whether a search for another address may start. If so, later calls return false.
    mutating func mayLook() -> Bool {
        guard search == .available else { return false }
        search = .used
        return true
    }

    /// Adds an address that a search has found.
    ///
    /// - Parameter count: the number of addresses including the new one, which is the last.
    mutating func add(count: Int) { self.count = count }

    /// Makes the newest address the current one.
    mutating func goToNewest() { current = count - 1 }
}

/// Who waits for what of an asset, and what became of it.
struct AssetState {
    private struct Waiter {
        var keys: Set<AssetKey>
        var continuation: CheckedContinuation<AssetFacts, any Error>
    }

    private(set) var facts = AssetFacts()
    private(set) var failures: [AssetKey: RadioError] = [:]
    private(set) var cancelled: Set<AssetKey> = []
    private var waiters: [SequenceID: Waiter] = [:]

    /// What is waited for and not known yet.
    var wanted: Set<AssetKey> {
        waiters.values.reduce(into: Set<AssetKey>()) { $0.formUnion($1.keys) }.subtracting(facts.keys)
    }

    mutating func wait(
        _ id: SequenceID, for keys: Set<AssetKey>, _ continuation: CheckedContinuation<AssetFacts, any Error>
    ) {
        for key in keys { failures[key] = nil }
        cancelled.subtract(keys)
        waiters[id] = Waiter(keys: keys, continuation: continuation)
        answer()
    }

    mutating func learn(_ new: AssetFacts) {
        facts.add(new)
        answer()
    }

    /// Whoever still waits gets the error.
    mutating func fail(_ error: RadioError) {
        for key in wanted { failures[key] = error }
        for waiter in waiters.values { waiter.continuation.resume(throwing: error) }
        waiters = [:]
    }

    /// - Parameter id: nil cancels all.
    mutating func cancel(_ id: SequenceID?) {
        // Of what somebody still waits for another answer counts.
        cancelled.formUnion(wanted)
        for (one, waiter) in waiters where id == nil || id == one {
            waiters[one] = nil
            waiter.continuation.resume(throwing: CancellationError())
        }
    }

    private mutating func answer() {
        let known = facts.keys
        for (id, waiter) in waiters where waiter.keys.isSubset(of: known) {
            waiters[id] = nil
            waiter.continuation.resume(returning: facts)
        }
    }
}

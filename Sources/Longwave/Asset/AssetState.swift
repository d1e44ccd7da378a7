/// The callers that wait for properties of an asset, and for each property its value, its error or that its load was
/// cancelled.
struct AssetState {
    /// A caller of `Asset.load` that is suspended until all properties in `keys` are known.
    private struct Waiter {
        var keys: Set<AssetKey>
        var continuation: CheckedContinuation<AssetFacts, any Error>
    }

    private(set) var facts = AssetFacts()
    private(set) var failures: [AssetKey: RadioError] = [:]
    private(set) var cancelled: Set<AssetKey> = []
    private var waiters: [SequenceID: Waiter] = [:]

    /// The properties that at least one caller waits for and that are not known yet.
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

    /// Resumes all waiting callers with an error, and stores the error for each property that they wait for.
    mutating func fail(_ error: RadioError) {
        for key in wanted { failures[key] = error }
        for waiter in waiters.values { waiter.continuation.resume(throwing: error) }
        waiters = [:]
    }

    /// Resumes one waiting caller, or all of them, with a `CancellationError`.
    ///
    /// - Parameter id: the caller to resume. Nil resumes all callers.
    mutating func cancel(_ id: SequenceID?) {
        // This also marks properties as cancelled that other callers still wait for. The mark does no harm:
        // `Asset.status(of:)` first checks whether a caller waits for the property.
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

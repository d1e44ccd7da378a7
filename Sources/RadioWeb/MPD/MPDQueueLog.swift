/// The versions of the queue, from which clients learn which places have changed. Pure.
struct MPDQueueLog {
    /// The number of the queue's present version.
    private(set) var version = 1
    private var ids: [UInt64] = []
    /// For each place, the version in which its entry came there or was changed.
    private var versions: [Int] = []

    /// Follows a change of the queue, or of what the entry at `changed` plays.
    mutating func update(_ new: [UInt64], changed: Int? = nil) {
        let isSame = new == ids
        guard !isSame || changed.map(new.indices.contains) == true else { return }
        version += 1
        if !isSame {
            let known = min(ids.count, new.count)
            for place in 0..<known where ids[place] != new[place] { versions[place] = version }
            versions = Array(versions.prefix(known)) + Array(repeating: version, count: new.count - known)
            ids = new
        }
        if let changed, versions.indices.contains(changed) { versions[changed] = version }
    }

    /// Returns the places that have changed since a version. Everything counts as changed since a later version, which
    /// another run of the program had.
    func places(since old: Int) -> [Int] {
        versions.indices.filter { old > version || versions[$0] > old }
    }
}

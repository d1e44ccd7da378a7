/// Counts the segments in a row that brought no sound. Pure.
struct SegmentLosses {
    /// The number of such segments after which another track is tried.
    static let maximum = 3

    private var count = 0
    private var last: Int64?

    /// Begins to count anew, because sound came or continues elsewhere.
    mutating func reset() { count = 0 }

    /// Counts a segment, or part, that brought nothing. The parts of one segment count as one.
    ///
    /// - Returns: whether there were too many; the count then begins anew.
    mutating func add(_ sequence: Int64, isPart: Bool) -> Bool {
        if !isPart || last != sequence { count += 1 }
        last = sequence
        guard count >= Self.maximum else { return false }
        count = 0
        return true
    }
}

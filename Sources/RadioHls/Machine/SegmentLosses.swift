/// Segments in a row that brought no sound. Pure.
struct SegmentLosses {
    /// With so many of them another track is tried.
    static let maximum = 3

    private var count = 0
    private var last: Int64?

    /// Sound came, or it goes on elsewhere.
    mutating func reset() { count = 0 }

    /// A segment, or part, brought nothing. The parts of one segment count as one.
    /// - Returns: whether there were too many; then they are counted anew.
    mutating func add(_ sequence: Int64, isPart: Bool) -> Bool {
        if !isPart || last != sequence { count += 1 }
        last = sequence
        guard count >= Self.maximum else { return false }
        count = 0
        return true
    }
}

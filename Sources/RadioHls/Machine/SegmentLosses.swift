/// Counts the segments in a row that brought no sound.
struct SegmentLosses {
    /// The number of segments in a row without sound after which another ``HlsTrack`` is tried.
    static let maximum = 3

    private var count = 0
    private var last: Int64?

    /// Sets the count to zero, because sound arrived or another position or track is played.
    mutating func reset() { count = 0 }

    /// Counts a segment, or part, that brought no sound. The parts of one segment count as one.
    ///
    /// - Returns: whether the maximum is reached. The count then starts again at zero.
    mutating func add(_ sequence: Int64, isPart: Bool) -> Bool {
        if !isPart || last != sequence { count += 1 }
        last = sequence
        guard count >= Self.maximum else { return false }
        count = 0
        return true
    }
}

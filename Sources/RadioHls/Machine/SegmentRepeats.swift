/// Counts the segments, or parts, in a row that brought only sound that was given before. Pure.
///
/// A server may offer the same short segments under ever new numbers. It has nothing new, like a playlist that stays
/// the same: it is not asked as fast as it answers, and becomes stale just as soon (RFC 8216 §6.3.4).
struct SegmentRepeats {
    /// The number of such segments without a consequence: segments of variants that are not cut alike overlap.
    static let free = 3

    private var count = 0
    /// When the first of them came.
    private var since = Duration.zero
    /// When the last of them came.
    private var last = Duration.zero

    /// Takes a segment, or part, that was fetched.
    ///
    /// - Parameter packets: the number of its packets that were passed on.
    mutating func came(packets: Int, at now: Duration) {
        guard packets == 0 else { return self = SegmentRepeats() }
        if count == 0 { since = now }
        count += 1
        last = now
    }

    /// Returns whether nothing new has come for too long.
    func isStale(_ target: Duration, at now: Duration) -> Bool {
        count > Self.free && since + target * ReloadTimer.staleAfter <= now
    }

    /// Returns when the next segment may be requested; nil for at once.
    func due(_ target: Duration) -> Duration? { count > Self.free ? last + target / 2 : nil }
}

/// Segments, or parts, in a row that brought only sound that was given before. Pure.
///
/// A server that has the same short segments under ever new numbers is not asked as fast as it answers: it has nothing new, as a
/// playlist that stays the same, and counts as stale as soon (RFC 8216 §6.3.4).
struct SegmentRepeats {
    /// Those of variants that are not cut alike overlap.
    static let free = 3

    private var count = 0
    /// When the first and the last of them came.
    private var since = Duration.zero
    private var last = Duration.zero

    /// A segment, or part, has come.
    /// - Parameter packets: those of it that were passed on.
    mutating func came(packets: Int, at now: Duration) {
        guard packets == 0 else { return self = SegmentRepeats() }
        if count == 0 { since = now }
        count += 1
        last = now
    }

    /// Whether nothing new has come for too long.
    func isStale(_ target: Duration, at now: Duration) -> Bool {
        count > Self.free && since + target * ReloadTimer.staleAfter <= now
    }

    /// When the next segment may be asked for; nil: at once.
    func due(_ target: Duration) -> Duration? { count > Self.free ? last + target / 2 : nil }
}

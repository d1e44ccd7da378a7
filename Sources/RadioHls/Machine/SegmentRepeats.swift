/// Counts the segments, or parts, in a row that brought only sound that was passed on before. Pure.
///
/// A server may offer the same short segments again and again under new numbers. This counts like a playlist that does
/// not change (RFC 8216 §6.3.4): requests are spaced out, and the playlist becomes stale after the same time.
struct SegmentRepeats {
    /// The number of such segments that have no consequence. Segments overlap if their variants are cut differently.
    static let free = 3

    private var count = 0
    /// When the first of these segments arrived.
    private var since = Duration.zero
    /// When the last of these segments arrived.
    private var last = Duration.zero

    /// Counts a segment, or part, that was fetched.
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

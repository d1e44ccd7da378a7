/// Counts the segments, or parts, in a row that brought no new sound, because all of it was already received.
///
/// A server may offer the same short segments again and again under new numbers. Such a stream is treated like a
/// playlist that does not change (RFC 8216 §6.3.4): requests are spaced out, and the playlist becomes stale after the
/// same time.
struct SegmentRepeats {
    /// The number of segments in a row that may bring no new sound before their requests are spaced out. After a change
    /// of variant, some segments may repeat sound, because variants may be cut differently.
    static let free = 3

    private var count = 0
    /// When the first of the counted segments arrived.
    private var since = Duration.zero
    /// When the last of the counted segments arrived.
    private var last = Duration.zero

    /// Counts a segment, or part, that was fetched.
    ///
    /// - Parameter packets: the number of its packets that brought new sound.
    mutating func came(packets: Int, at now: Duration) {
        guard packets == 0 else { return self = SegmentRepeats() }
        if count == 0 { since = now }
        count += 1
        last = now
    }

    /// Returns whether no new sound has arrived for too long, compared with the target duration `target`.
    func isStale(_ target: Duration, at now: Duration) -> Bool {
        count > Self.free && since + target * ReloadTimer.staleAfter <= now
    }

    /// Returns when the next segment may be requested; nil for at once.
    func due(_ target: Duration) -> Duration? { count > Self.free ? last + target / 2 : nil }
}

import RadioLoop

/// Limits how many new titles of a station are recorded. A pure value.
///
/// The limit is above the number of titles that music stations show, and for a short time far above it. A long title
/// counts as several titles. The disk space that a station can fill is thus limited.
struct TitlePace {
    /// Maximum number of titles that may be recorded at once, after a time with few titles.
    static let capacity = 60.0
    /// Time in which one more title becomes allowed.
    static let interval = Duration.seconds(4)
    /// How long titles are only counted and not recorded after a station has exceeded the limit.
    static let rest = Duration.seconds(60)
    /// Number of bytes of a title that count like one more title.
    static let unit = 1024.0

    /// Number of titles that may still be recorded now; it grows by one each ``interval``.
    private var left = TitlePace.capacity
    private var at: MonotonicInstant?

    /// Returns whether a new title of `bytes` bytes may be recorded now, and counts it if so.
    mutating func admit(bytes: Int, at now: MonotonicInstant) -> Bool {
        if let at { left = min(left + at.duration(to: now) / Self.interval, Self.capacity) }
        at = now
        let cost = 1 + Double(bytes) / Self.unit
        guard left >= cost else { return false }
        left -= cost
        return true
    }
}

import RadioLoop

/// How many new titles of a station are written down: as many as people who play music name, and many more for a while. A pure
/// value.
///
/// Long ones count for more, by their bytes. So what a station can make a disk hold does not depend on what it sends.
struct TitlePace {
    /// At once.
    static let capacity = 60.0
    /// For each one that was used up.
    static let interval = Duration.seconds(4)
    /// Once a station is too fast, what it names is counted and not written for so long.
    static let rest = Duration.seconds(60)
    /// A title counts once, and once more for as many bytes.
    static let unit = 1024.0

    private var left = TitlePace.capacity
    private var at: MonotonicInstant?

    /// Whether a new title of so many bytes is written down now; if so it counts.
    mutating func admit(bytes: Int, at now: MonotonicInstant) -> Bool {
        if let at { left = min(left + at.duration(to: now) / Self.interval, Self.capacity) }
        at = now
        let cost = 1 + Double(bytes) / Self.unit
        guard left >= cost else { return false }
        left -= cost
        return true
    }
}

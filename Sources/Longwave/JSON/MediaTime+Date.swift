import RadioFormats
import RadioLoop

/// A moment of the wall clock in words.
extension MediaTime {
    /// Since 1970; 0 where the time is no number or has more than 64 bits.
    private var milliseconds: Int64 { Int64(exactly: (seconds * 1000).rounded()) ?? 0 }

    /// In UTC: `2026-11-21T02:30:00.123Z`.
    package var rfc3339: String { WallClock.rfc3339(milliseconds: milliseconds) }

    /// By the clock of the place: `2026-11-21T03:30:00`.
    package var local: String { WallClock.local(milliseconds: milliseconds) }
}

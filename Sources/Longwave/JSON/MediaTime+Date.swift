import RadioFormats
import RadioLoop

/// Texts for a time of the wall clock.
extension MediaTime {
    /// Milliseconds since 1970, or 0 if the time is not a number or exceeds 64 bits.
    private var milliseconds: Int64 { Int64(exactly: (seconds * 1000).rounded()) ?? 0 }

    /// The time in UTC: `2026-11-21T02:30:00.123Z`.
    package var rfc3339: String { WallClock.rfc3339(milliseconds: milliseconds) }

    /// The time in the local time zone: `2026-11-21T03:30:00`.
    package var local: String { WallClock.local(milliseconds: milliseconds) }
}

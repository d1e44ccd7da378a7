import RadioFormats
import RadioLoop

/// Texts of a date, for a `MediaTime` that counts from 1970-01-01T00:00:00Z.
extension MediaTime {
    /// The milliseconds since 1970-01-01T00:00:00Z; 0 if the time is not a number or its milliseconds exceed 64 bits.
    private var milliseconds: Int64 { Int64(exactly: (seconds * 1000).rounded()) ?? 0 }

    /// The date and time in UTC, as in `2026-11-21T02:30:00.123Z`.
    package var rfc3339: String { WallClock.rfc3339(milliseconds: milliseconds) }

    /// The date and time in the local time zone, as in `2026-11-21T03:30:00`.
    package var local: String { WallClock.local(milliseconds: milliseconds) }
}

import CLinux

/// A point on the system's monotonic clock, which all time-outs, retries and timers of the loop use.
///
/// The clock stands still while the computer sleeps. Changes of the wall clock do not affect it.
public struct MonotonicInstant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since an arbitrary point that is fixed until the computer restarts.
    public var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The current time. Machines and parsers never read the clock: their callers pass the time.
    public static var now: MonotonicInstant { MonotonicInstant(nanoseconds: read(CLOCK_MONOTONIC)) }

    /// Returns the instant that is `duration` later, or earlier if `duration` is negative. A result beyond the clock's
    /// range becomes its latest or earliest instant.
    public func advanced(by duration: Duration) -> MonotonicInstant {
        let offset = duration.nanoseconds
        let (sum, overflow) = nanoseconds.addingReportingOverflow(offset)
        return MonotonicInstant(nanoseconds: overflow ? (offset < 0 ? .min : .max) : sum)
    }

    public func duration(to other: MonotonicInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded towards zero; saturates at ±292 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, tooLarge) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return tooLarge ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds, for display and for arithmetic that needs no exactness.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

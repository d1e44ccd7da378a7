import CLinux

/// A point on the system's monotonic clock: the clock of time-outs, retries and every timer of the loop.
///
/// It does not run while the machine sleeps, and changes of the wall clock do not touch it.
public struct MonotonicInstant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since an arbitrary point that is fixed while the machine runs.
    public var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The time now. Machines and parsers never call this: they are given the time.
    public static var now: MonotonicInstant { MonotonicInstant(nanoseconds: read(CLOCK_MONOTONIC)) }

    /// Saturates: what is further away than the clock can say is the end of time, not its beginning.
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

    /// The duration in seconds, for display and arithmetic that needs no exactness.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

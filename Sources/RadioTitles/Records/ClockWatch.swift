import RadioLoop

/// The wall clock of this start of the computer. A pure value.
struct BootClock: Hashable, Sendable {
    /// The computer's id for this start; empty if it is unknown.
    var boot: String
    /// The wall clock's time minus the time of CLOCK_BOOTTIME, in milliseconds. It changes only when the clock is set.
    var offset: Int64
    /// Time since the start, in milliseconds.
    var uptime: Int64

    init(boot: String, wall: Int64, boottime: MonotonicInstant) {
        self.boot = boot
        uptime = boottime.nanoseconds / 1_000_000
        offset = wall - uptime
    }

    /// Returns whether the clock was set since its offset was `earlier`, because the offset has changed by more than a
    /// minute and by more than a clock loses or gains in the time since the start (100 ppm).
    func wasSet(since earlier: Int64) -> Bool {
        let change = offset.subtractingReportingOverflow(earlier)
        return change.overflow || change.partialValue.magnitude > UInt64(max(60_000, uptime / 10_000, 0))
    }
}

/// A change of the wall clock: all earlier times of this start of the computer were wrong by ``shift``.
package struct ClockCorrection: Hashable, Sendable {
    var clock: BootClock
    /// Milliseconds to add to the times that were read before.
    var shift: Int64

    /// When the computer started, by the earlier clock, in milliseconds since 1970.
    var started: Int64 { clock.offset - shift }
    /// The present time by the earlier clock, in milliseconds since 1970.
    var until: Int64 { started + clock.uptime }
    /// The present time in milliseconds since 1970.
    var wall: Int64 { clock.offset + clock.uptime }

    /// Returns the correction if the clock was set since its offset was `earlier`; otherwise nil.
    init?(_ clock: BootClock, since earlier: Int64) {
        guard clock.wasSet(since: earlier) else { return nil }
        self.clock = clock
        shift = clock.offset &- earlier
    }
}

/// Notices when the wall clock is set while this process runs. A pure value.
struct ClockWatch {
    private var offset: Int64?

    /// Returns the correction if the clock was set since the last call. Must be called before any event is handled.
    mutating func look(_ clock: BootClock) -> ClockCorrection? {
        defer { offset = clock.offset }
        return offset.flatMap { ClockCorrection(clock, since: $0) }
    }
}

import RadioLoop

/// The time against which the age of stored records is measured before old records are deleted. A pure value.
///
/// The wall clock alone cannot be trusted: after a start with a clock that is months ahead, all records would seem old.
/// Therefore the time begins with the newest record of earlier runs and advances with CLOCK_BOOTTIME. It is never later
/// than the wall clock.
struct RetentionClock: Hashable, Sendable {
    private let newest: Int64
    private let start: MonotonicInstant

    /// - Parameters:
    ///   - newest: time of the newest record that an earlier run stored, in milliseconds since 1970; nil if there is
    ///     none.
    ///   - wall: the wall clock's time in milliseconds since 1970.
    ///   - boot: the time of CLOCK_BOOTTIME.
    init(newest: Int64?, wall: Int64, boot: MonotonicInstant) {
        self.newest = newest ?? wall
        start = boot
    }

    /// Returns the time in milliseconds since 1970.
    func now(wall: Int64, boot: MonotonicInstant) -> Int64 {
        let (sum, isOver) = newest.addingReportingOverflow(start.duration(to: boot).nanoseconds / 1_000_000)
        return isOver ? wall : min(wall, sum)
    }
}

import Glibc

/// The clock for the times in a ``LoadServer``'s record.
enum SentTime {
    /// The current time in milliseconds since 1970-01-01T00:00:00Z.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
}

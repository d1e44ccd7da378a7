import RadioLoop

/// Limits how many stations a logger connects to in a second and, with ``burst``, at once. A pure value.
struct ConnectGate {
    /// Maximum number of stations that may connect at once after a time without new connections. If ``rate`` is lower,
    /// the maximum is ``rate``, but at least 1.
    static let burst = 32.0

    /// Number of stations that may connect per second.
    let rate: Double
    /// Number of stations that may connect now. A fraction counts towards the next station.
    private var allowance: Double
    private var last: MonotonicInstant

    /// - Parameter rate: number of stations that may connect per second; more than 0.
    init(rate: Double, at now: MonotonicInstant) {
        self.rate = rate
        allowance = min(Self.burst, rate)
        last = now
    }

    /// Returns how many of `waiting` stations may connect now, and counts them as connected.
    mutating func admit(_ waiting: Int, at now: MonotonicInstant) -> Int {
        allowance = min(min(Self.burst, max(rate, 1)), allowance + rate * last.duration(to: now).inSeconds)
        last = now
        let count = min(waiting, Int(allowance))
        allowance -= Double(count)
        return count
    }

    /// Returns the time at which the next station may connect, at least 20 ms after `now`.
    func next(after now: MonotonicInstant) -> MonotonicInstant {
        let missing = max(0, 1 - allowance) / rate
        return now.advanced(by: max(.seconds(missing), .milliseconds(20)))
    }
}

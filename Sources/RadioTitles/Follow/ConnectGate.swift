import RadioLoop

/// Limits how many stations connect in a second and, with ``burst``, how many connect at once. A pure value.
struct ConnectGate {
    /// Maximum number of stations admitted at once after a pause. If ``rate`` is lower, the maximum is ``rate``, but at
    /// least 1.
    static let burst = 32.0

    /// Number of stations admitted per second.
    let rate: Double
    /// Number of stations that may be admitted now; a fraction counts towards the next station.
    private var allowance: Double
    private var last: MonotonicInstant

    /// - Parameter rate: number of stations admitted per second; more than 0.
    init(rate: Double, at now: MonotonicInstant) {
        self.rate = rate
        allowance = min(Self.burst, rate)
        last = now
    }

    /// Returns how many of the waiting stations may connect now, and counts them as admitted.
    mutating func admit(_ waiting: Int, at now: MonotonicInstant) -> Int {
        allowance = min(min(Self.burst, max(rate, 1)), allowance + rate * last.duration(to: now).inSeconds)
        last = now
        let count = min(waiting, Int(allowance))
        allowance -= Double(count)
        return count
    }

    /// Returns when the next station may connect: at least 20 ms after `now`.
    func next(after now: MonotonicInstant) -> MonotonicInstant {
        let missing = max(0, 1 - allowance) / rate
        return now.advanced(by: max(.seconds(missing), .milliseconds(20)))
    }
}

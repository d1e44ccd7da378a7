import RadioLoop

/// How many stations may be asked for at once: so many a second, evenly, and no more together than ``burst``. A pure value.
struct ConnectGate {
    /// Let through without a wait when nothing was asked for before.
    static let burst = 32.0

    let rate: Double
    private var allowance: Double
    private var last: MonotonicInstant

    /// - Parameter rate: a second; more than 0.
    init(rate: Double, at now: MonotonicInstant) {
        self.rate = rate
        allowance = min(Self.burst, rate)
        last = now
    }

    /// How many of those that wait may go now.
    mutating func admit(_ waiting: Int, at now: MonotonicInstant) -> Int {
        allowance = min(min(Self.burst, max(rate, 1)), allowance + rate * last.duration(to: now).inSeconds)
        last = now
        let count = min(waiting, Int(allowance))
        allowance -= Double(count)
        return count
    }

    /// When the next one may go.
    func next(after now: MonotonicInstant) -> MonotonicInstant {
        let missing = max(0, 1 - allowance) / rate
        return now.advanced(by: max(.seconds(missing), .milliseconds(20)))
    }
}

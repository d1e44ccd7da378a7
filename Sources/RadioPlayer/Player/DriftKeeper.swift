import RadioLoop

/// Finds by how much the clocks of a station and of the sound device differ, and keeps the delay of a live station the
/// same. Pure.
///
/// A station that sends faster than the device plays makes the sound in hand grow: by 4.3 s a day for 50 ppm. The sound
/// in hand changes with each arrival, so only its largest duration in each minute counts.
struct DriftKeeper {
    /// A change of the sound by one packet.
    enum Correction: Hashable {
        case leaveOut, giveTwice
    }

    /// The time over which the largest duration is taken.
    private static let period = Duration.seconds(60)
    /// The deviation from the usual delay that is corrected, in seconds: two usual packets, or one long one.
    private var slack = 0.06
    /// A change within one period, in seconds, that no clock can cause. If it lasts for a second period, the station or
    /// the network has changed, and the delay that results is the usual one from then on.
    private static let jump = 0.25
    /// The number of periods from which the difference of the clocks is computed: one hour.
    private static let maximumPeriods = 60
    /// The number of periods without which the difference is not known.
    private static let leastPeriods = 5

    /// The largest duration in the present period as it would be without corrections, in seconds, and the end of the
    /// period; nil before the first one.
    private var present: (most: Double, end: MonotonicInstant)?
    /// The usual delay in seconds; nil during the first two periods, because a station's burst may still arrive.
    private var usual: Double?
    /// The duration of each of the last periods as it would be without corrections and sudden changes, in seconds.
    private var levels: [Double] = []
    /// By how many seconds corrections have changed the duration in hand.
    private var corrected = 0.0
    /// By how many seconds sudden changes, which are no difference of the clocks, have changed the duration in hand.
    private var steps = 0.0
    /// The correction that is due, and by how many seconds the delay deviates.
    private var deviation = 0.0
    private var periods = 0
    /// Whether the last period was left out because of a jump.
    private var isAfterJump = false

    /// Follows the duration of the sound in hand while it plays.
    mutating func follow(_ inHand: Duration, at now: MonotonicInstant) {
        let seconds = inHand.inSeconds + corrected
        guard let (most, end) = present, now < end.advanced(by: Self.period) else {
            return present = (seconds, now.advanced(by: Self.period))
        }
        guard now >= end else { return present = (max(most, seconds), end) }
        present = (seconds, now.advanced(by: Self.period))
        endPeriod(most)
    }

    private mutating func endPeriod(_ level: Double) {
        periods += 1
        guard periods > 1 else { return }
        let change = levels.last.map { level - steps - $0 } ?? 0
        if abs(change) > Self.jump {
            guard isAfterJump else {
                isAfterJump = true
                return append(levels.last ?? 0)
            }
            self = DriftKeeper(after: self)
        } else if abs(change) > 2 * slack {
            // The device has stood still for a moment, or sound was lost. The delay is corrected nevertheless.
            steps += change
        }
        isAfterJump = false
        let usual = usual ?? level - corrected
        self.usual = usual
        append(level - steps)
        deviation = level - corrected - usual
    }

    private mutating func append(_ level: Double) {
        if levels.count == Self.maximumPeriods { levels.removeFirst() }
        levels.append(level)
    }

    init() {}

    /// Begins again with another usual delay.
    private init(after other: DriftKeeper) {
        present = other.present
        periods = other.periods
        corrected = other.corrected
    }

    /// The correction that is due; nil if the delay is the usual one.
    var due: Correction? {
        guard abs(deviation) > slack else { return nil }
        return deviation > 0 ? .leaveOut : .giveTwice
    }

    /// Counts a correction that was made, by a packet of this duration.
    mutating func made(_ correction: Correction, by packet: Duration) {
        let change = correction == .leaveOut ? packet.inSeconds : -packet.inSeconds
        slack = max(slack, packet.inSeconds)
        corrected += change
        deviation -= change
    }

    /// By how many parts per million the station is faster than the sound device; nil while it is not known.
    var partsPerMillion: Double? {
        let count = Double(levels.count)
        guard levels.count >= Self.leastPeriods else { return nil }
        let middle = (count - 1) / 2
        let mean = levels.reduce(0, +) / count
        var (sum, squares) = (0.0, 0.0)
        for (index, level) in levels.enumerated() {
            sum += (Double(index) - middle) * (level - mean)
            squares += (Double(index) - middle) * (Double(index) - middle)
        }
        return sum / squares / Self.period.inSeconds * 1e6
    }
}

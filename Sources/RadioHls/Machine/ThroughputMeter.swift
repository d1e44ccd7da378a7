import RadioFormats

/// Measures how fast media arrives, in bits a second. The type does no I/O and reads no clock.
///
/// Each fetch is weighted by the time that it took. The weight of a measurement halves after each half-life of
/// fetching. The result is the lower of two averages with different half-lives, so that a drop shows at once and a rise
/// only after a while.
struct ThroughputMeter {
    /// The half-life of the fast average, in seconds of fetching.
    static let fastHalfLife = 2.0
    /// The half-life of the slow average, in seconds of fetching.
    static let slowHalfLife = 6.0
    /// The smallest fetch that counts, in bytes. The time of a smaller fetch is mostly that of the round trip.
    static let smallest = 4 * 1024

    /// The bytes and the time of a complete fetch, or of a fetch up to the moment when it was given up or paused.
    struct Sample: Hashable {
        var bytes: Int
        var time: Duration
        /// The number of bytes below which the sample is ignored, unless its fetch took a second or more.
        var smallest = ThroughputMeter.smallest
        /// Whether the sample replaces all earlier measurements.
        var countsAlone = false
    }

    private var fast = Average()
    private var slow = Average()

    /// A mean of measured bit rates in which older measurements count less.
    private struct Average {
        var bits = 0.0
        var seconds = 0.0

        /// Adds a measurement, and reduces the weight of the older ones.
        mutating func add(bits: Double, seconds: Double, halfLife: Double) {
            // The factor for the older measurements. It halves with each half-life that the new fetch took.
            var keep = 1.0
            var left = seconds / halfLife
            while left >= 1 {
                keep /= 2
                left -= 1
            }
            // For the remaining fraction x of a half-life, 1 − x/2 replaces 2^-x. The result is at most about 6 % too
            // high.
            keep *= 1 - left / 2
            self.bits = self.bits * keep + bits
            self.seconds = self.seconds * keep + seconds
        }

        var rate: Double? { seconds > 0 ? bits / seconds : nil }
    }

    mutating func add(_ sample: Sample) {
        if sample.countsAlone { self = ThroughputMeter() }
        let seconds = max(sample.time.secondsValue, 0.001)
        guard sample.bytes >= sample.smallest || seconds >= 1 else { return }
        fast.add(bits: Double(sample.bytes) * 8, seconds: seconds, halfLife: Self.fastHalfLife)
        slow.add(bits: Double(sample.bytes) * 8, seconds: seconds, halfLife: Self.slowHalfLife)
    }

    /// The throughput in bits a second; nil before the first measurement.
    var rate: Double? {
        guard let fast = fast.rate, let slow = slow.rate else { return nil }
        return min(fast, slow)
    }
}

extension Duration {
    /// The duration in seconds, for arithmetic that need not be exact.
    var secondsValue: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

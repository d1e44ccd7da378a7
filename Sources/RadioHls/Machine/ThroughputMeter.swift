import RadioFormats

/// How fast media comes, from the fetches so far. Pure.
///
/// Each fetch counts by the time that it took: a short one says little. What came long ago is forgotten by half with every
/// ``halfLife`` of fetching. Two averages of different length are kept and the lower one counts, so that a drop is
/// believed at once and a rise only after a while.
struct ThroughputMeter {
    /// Seconds of fetching after which a measurement counts half.
    static let fastHalfLife = 2.0
    static let slowHalfLife = 6.0
    /// A fetch that brought less is dominated by the round trip.
    static let smallest = 4 * 1024

    /// A fetch, or as much of one as came before it was given up.
    struct Sample: Hashable {
        var bytes: Int
        var time: Duration
        /// With fewer bytes it says nothing, unless it took a second.
        var smallest = ThroughputMeter.smallest
        /// All that was measured before is forgotten.
        var countsAlone = false
    }

    private var fast = Average()
    private var slow = Average()

    private struct Average {
        var bits = 0.0
        var seconds = 0.0

        mutating func add(bits: Double, seconds: Double, halfLife: Double) {
            // A fetch longer than the half-life replaces most of what was there.
            var keep = 1.0
            var left = seconds / halfLife
            while left >= 1 {
                keep /= 2
                left -= 1
            }
            // 2^-x between 0 and 1 by its chord: within 6 %.
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

    /// Bits a second; nil before anything was measured.
    var rate: Double? {
        guard let fast = fast.rate, let slow = slow.rate else { return nil }
        return min(fast, slow)
    }
}

extension Duration {
    /// In seconds, for arithmetic that needs no exactness.
    var secondsValue: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

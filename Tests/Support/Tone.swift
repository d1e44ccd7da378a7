import Glibc

/// Finds sine tones in samples.
package enum Tone {
    /// Returns the amplitude of a sine of this frequency in the samples (Goertzel).
    package static func amplitude(_ samples: some Collection<Float>, at frequency: Double, rate: Int) -> Double {
        let step = 2 * Double.pi * frequency / Double(rate)
        let coefficient = 2 * cos(step)
        var (one, two) = (0.0, 0.0)
        for sample in samples { (one, two) = (Double(sample) + coefficient * one - two, one) }
        let power = one * one + two * two - coefficient * one * two
        return 2 * max(power, 0).squareRoot() / Double(max(samples.count, 1))
    }

    /// Returns the frequency of a single sine in hertz, measured by its upward zero crossings, or nil if there are
    /// fewer than three.
    package static func frequency(_ samples: some Collection<Float>, rate: Int) -> Double? {
        var first: Double?
        var last = 0.0
        var count = 0
        var before: Float = 0
        for (index, sample) in samples.enumerated() {
            if index > 0, before < 0, sample >= 0 {
                let crossing = Double(index) - Double(sample) / Double(sample - before)
                if first == nil { first = crossing } else { count += 1 }
                last = crossing
            }
            before = sample
        }
        guard let first, count >= 2 else { return nil }
        return Double(count) * Double(rate) / (last - first)
    }
}

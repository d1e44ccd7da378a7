import Glibc

/// Measures the pitch of a recording, whose tones need not be known.
enum Pitch {
    /// Returns the number of upward zero crossings per second.
    static func crossingsPerSecond(_ samples: [Float], rate: Int) -> Double {
        guard samples.count > 1 else { return 0 }
        var count = 0
        for index in 1..<samples.count where samples[index - 1] < 0 && samples[index] >= 0 { count += 1 }
        return Double(count) * Double(rate) / Double(samples.count)
    }
}

extension Pitch {
    /// Returns the amplitude of the tone with this frequency in Hz (Goertzel's algorithm).
    static func level(of frequency: Double, in samples: [Float], rate: Int) -> Double {
        let step = 2 * Double.pi * frequency / Double(rate)
        let coefficient = 2 * cos(step)
        var (before, last) = (0.0, 0.0)
        for sample in samples { (before, last) = (last, Double(sample) + coefficient * last - before) }
        let power = last * last + before * before - coefficient * last * before
        return 2 * max(power, 0).squareRoot() / Double(max(samples.count, 1))
    }

    /// Returns the pitch in Hz, exact to 10 Hz: the number of upward zero crossings in each tenth of a second, and of
    /// these numbers the median.
    static func median(_ samples: [Float], rate: Int) -> Double {
        let size = rate / 10
        let pieces = stride(from: 0, to: samples.count - size + 1, by: size).map { start in
            crossingsPerSecond(Array(samples[start..<start + size]), rate: rate)
        }
        return pieces.sorted()[pieces.count / 2]
    }
}

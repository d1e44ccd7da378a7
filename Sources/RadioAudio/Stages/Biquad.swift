import Glibc

/// A filter of the second order, by the formulas of Robert Bristow-Johnson's Audio EQ Cookbook
/// (https://www.w3.org/TR/audio-eq-cookbook/).
struct Biquad {
    /// The bandwidth of a band: one octave.
    private static let bandQuality = 2.0.squareRoot()
    /// The slope of bass and treble.
    private static let shelfSlope = 0.5

    private var (b0, b1, b2, a1, a2) = (1.0, 0.0, 0.0, 0.0, 0.0)
    /// The two delayed values of each channel.
    var delayed: [(Double, Double)]

    init(channels: Int) { delayed = Array(repeating: (0, 0), count: channels) }

    /// Makes the filter that gives a band a gain. The sound that is under way in the filter stays.
    mutating func set(_ band: Equaliser.Band, decibels: Double, sampleRate: Int) {
        let amplitude = pow(10, decibels / 40)
        let angle = 2 * Double.pi * band.frequency / Double(sampleRate)
        let (cosine, sine) = (cos(angle), sin(angle))
        func normalise(_ b: (Double, Double, Double), _ a: (Double, Double, Double)) {
            (b0, b1, b2, a1, a2) = (b.0 / a.0, b.1 / a.0, b.2 / a.0, a.1 / a.0, a.2 / a.0)
        }
        guard band == .bass || band == .treble else {
            let alpha = sine / (2 * Self.bandQuality)
            return normalise(
                (1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude),
                (1 + alpha / amplitude, -2 * cosine, 1 - alpha / amplitude))
        }
        let alpha = sine / 2 * ((amplitude + 1 / amplitude) * (1 / Self.shelfSlope - 1) + 2).squareRoot()
        // The formulas of the high shelf are those of the low shelf with another sign of some terms.
        let sign = band == .bass ? 1.0 : -1.0
        let (sum, difference) = (amplitude + 1, amplitude - 1)
        let root = 2 * amplitude.squareRoot() * alpha
        normalise(
            (
                amplitude * (sum - sign * difference * cosine + root),
                sign * 2 * amplitude * (difference - sign * sum * cosine),
                amplitude * (sum - sign * difference * cosine - root)
            ),
            (
                sum + sign * difference * cosine + root, -sign * 2 * (difference + sign * sum * cosine),
                sum + sign * difference * cosine - root
            ))
    }

    mutating func process(_ samples: UnsafeMutableBufferPointer<Float>) {
        let channels = delayed.count
        for channel in stride(from: 0, to: channels, by: 2) {
            // The processor works on two channels at once. The last one of an odd number is its own partner.
            let other = min(1, channels - 1 - channel)
            var (first, second) = delayed[channel]
            var (otherFirst, otherSecond) = delayed[channel + other]
            for place in stride(from: channel, to: samples.count, by: channels) {
                let (sample, otherSample) = (Double(samples[place]), Double(samples[place + other]))
                let (result, otherResult) = (b0 * sample + first, b0 * otherSample + otherFirst)
                first = b1 * sample - a1 * result + second
                otherFirst = b1 * otherSample - a1 * otherResult + otherSecond
                second = b2 * sample - a2 * result
                otherSecond = b2 * otherSample - a2 * otherResult
                samples[place] = Float(result)
                samples[place + other] = Float(otherResult)
            }
            delayed[channel] = (first, second)
            delayed[channel + other] = (otherFirst, otherSecond)
        }
    }
}

import Glibc

/// Keeps samples within full scale by making the sound softer around its peaks.
///
/// Within a buffer, the sound becomes softer before a peak, in ``attack``, and then slowly becomes as loud as before.
/// Just before a peak at the beginning of a buffer, it becomes softer at once. All channels get the same gain, so that
/// the stereo image does not move.
package final class Limiter: SoundStage {
    /// The time in seconds in which the gain falls from 1 to 0 before a peak. A smaller reduction takes less time.
    static let attack = 0.005
    /// The time in seconds in which the reduction falls to a third after a peak.
    static let release = 0.15

    /// The factor of the last sample frame.
    private var factor: Float = 1
    /// The factors of the sample frames of the buffer.
    private var factors: [Float] = []

    package init() {}

    package var lifts: Bool { false }
    /// Whether the sound is still softer after a peak.
    package var isReducing: Bool { factor < 0.999 }

    package func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        let channels = format.channelCount
        guard channels > 0, samples.count >= channels else { return }
        guard isReducing || samples.contains(where: { !(abs($0) <= 1) }) else { return factor = 1 }
        let frames = samples.count / channels
        factors.removeAll(keepingCapacity: true)
        for frame in 0..<frames {
            var peak: Float = 1
            for sample in samples[frame * channels..<(frame + 1) * channels] { peak = max(peak, abs(sample)) }
            factors.append(1 / peak)
        }
        let fall = Float(1 / (Self.attack * Double(format.sampleRate)))
        for frame in (0..<frames).dropLast().reversed() {
            factors[frame] = min(factors[frame], factors[frame + 1] + fall)
        }
        let rise = Float(1 - exp(-1 / (Self.release * Double(format.sampleRate))))
        for frame in 0..<frames {
            factor = min(factors[frame], factor + (1 - factor) * rise)
            for place in frame * channels..<(frame + 1) * channels {
                // The bounds matter only for a sample that is rounded up, or is not a number.
                samples[place] = max(-1, min(1, samples[place] * factor))
            }
        }
    }
}

import Glibc
import RadioAudio

/// Makes sound louder or softer by a fixed gain.
///
/// Peaks that would exceed full scale are compressed instead of cut off, so that a quiet station can be raised without
/// crackling.
final class SoundGain: SoundStage {
    /// The absolute value of a sample beyond which the sound is compressed while it is made louder; 1 is full scale.
    static let knee: Float = 0.7
    /// The allowed gain in decibels, a wider range than anybody needs. Far beyond this range, samples would no longer
    /// be finite.
    static let decibels = -120.0...60
    /// The longest time of a change from one gain to another, in seconds.
    static let rampDuration = 0.02

    private var factor: Float = 1
    private var wanted: Float = 1

    /// Sets the gain, which is reached within ``rampDuration``.
    ///
    /// - Parameter decibels: 0 leaves the sound as it is, and so does a number that is not finite.
    func set(decibels: Double) {
        let bounded = min(max(decibels, Self.decibels.lowerBound), Self.decibels.upperBound)
        wanted = decibels.isFinite ? Float(exp(bounded * (M_LN10 / 20))) : 1
    }

    /// Sets the gain from the next sample frame on, without a ramp, because no sound of the item was heard yet.
    func begin(decibels: Double = 0) {
        set(decibels: decibels)
        factor = wanted
    }

    /// Applies the gain. A new gain is reached in a ramp.
    func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        let (channels, sampleRate) = (format.channelCount, format.sampleRate)
        guard factor != 1 || wanted != 1, channels > 0 else { return }
        let step = Float(1 / max(Self.rampDuration * Double(sampleRate), 1))
        let bends = factor > 1 || wanted > 1
        var index = 0
        while index + channels <= samples.count {
            if factor != wanted {
                // In one sample frame, the factor changes by at most this much: a fixed share of the present or the
                // wanted factor, whichever is larger.
                let most = step * max(factor, wanted)
                factor = abs(wanted - factor) <= most ? wanted : factor + (wanted > factor ? most : -most)
            }
            for channel in index..<index + channels {
                let sample = samples[channel] * factor
                samples[channel] = bends ? Self.bent(sample) : sample
            }
            index += channels
        }
    }

    /// Returns a sample up to the knee unchanged. Beyond the knee, returns a value that approaches full scale and never
    /// exceeds it.
    private static func bent(_ sample: Float) -> Float {
        let size = abs(sample)
        guard size > knee else { return sample }
        let bent = knee + (1 - knee) * tanhf((size - knee) / (1 - knee))
        return sample < 0 ? -bent : bent
    }
}

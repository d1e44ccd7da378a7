import Glibc
import RadioAudio

/// Makes sound louder or softer by a fixed measure. Peaks that would be too loud are bent instead of cut off, so that a softly sent
/// station can be raised without crackling.
final class SoundGain: SoundStage {
    /// Beyond this, of full scale, raised sound is bent.
    static let knee: Float = 0.7
    /// More than anybody can mean, in decibels; far beyond it samples would be no numbers any more.
    static let decibels = -120.0...60
    /// How long it takes from one measure to another.
    static let rampDuration = 0.02

    private var factor: Float = 1
    private var wanted: Float = 1

    /// - Parameter decibels: 0 leaves the sound as it is; what is no finite number does, too.
    func set(decibels: Double) {
        let bounded = min(max(decibels, Self.decibels.lowerBound), Self.decibels.upperBound)
        wanted = decibels.isFinite ? Float(exp(bounded * (M_LN10 / 20))) : 1
    }

    /// From the next frame on, without a ramp: nothing was heard yet.
    func begin(decibels: Double = 0) {
        set(decibels: decibels)
        factor = wanted
    }

    func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        let (channels, sampleRate) = (format.channelCount, format.sampleRate)
        guard factor != 1 || wanted != 1, channels > 0 else { return }
        let step = Float(1 / max(Self.rampDuration * Double(sampleRate), 1))
        let bends = factor > 1 || wanted > 1
        var index = 0
        while index + channels <= samples.count {
            if factor != wanted {
                // In equal shares of what is heard: a step is at most so much of the larger of both.
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

    /// Itself up to the knee; from there on it nears full scale and never reaches beyond it.
    private static func bent(_ sample: Float) -> Float {
        let size = abs(sample)
        guard size > knee else { return sample }
        let bent = knee + (1 - knee) * tanhf((size - knee) / (1 - knee))
        return sample < 0 ? -bent : bent
    }
}

/// How much softer the sound is while it fades out, whatever its station's own gain.
final class SoundFade: SoundStage {
    let gain = SoundGain()

    func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        gain.process(samples, format: format)
    }
}

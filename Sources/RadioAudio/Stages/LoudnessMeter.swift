import CEbur128
import RadioFormats

extension LoudnessReading {
    /// The longest duration of earlier sound that counts, so that a station whose loudness changes is followed.
    private static let longestPast = Duration.seconds(7200)

    /// Returns the loudness of earlier sound and of this sound together.
    package func added(to past: LoudnessReading?) -> LoudnessReading {
        guard let past, past.duration > .zero else { return self }
        let before = min(past.duration, Self.longestPast)
        let share = duration / (before + duration)
        let power = (1 - share) * Decibels.power(past.loudness) + share * Decibels.power(loudness)
        return LoudnessReading(loudness: Decibels.decibels(power: power), duration: before + duration)
    }
}

/// Measures the integrated loudness of sound with libebur128.
package final class LoudnessMeter {
    private static let success = Int32(EBUR128_SUCCESS.rawValue)

    private var state: UnsafeMutablePointer<ebur128_state>?
    private var format: PCMFormat?
    /// The duration of the measured sound.
    package private(set) var duration = Duration.zero

    package init() {}

    deinit { if state != nil { ebur128_destroy(&state) } }

    /// Adds sound to the measured sound. The format may change. Sound that libebur128 refuses is left out.
    package func add(_ samples: UnsafeBufferPointer<Float>, format: PCMFormat) {
        guard let first = samples.baseAddress, format.channelCount > 0, prepare(format) else { return }
        let frames = samples.count / format.channelCount
        guard ebur128_add_frames_float(state, first, frames) == Self.success else { return }
        duration += .seconds(Double(frames) / Double(format.sampleRate))
    }

    private func prepare(_ new: PCMFormat) -> Bool {
        guard new != format else { return state != nil }
        format = new
        let (channels, rate) = (UInt32(new.channelCount), UInt(new.sampleRate))
        if state == nil {
            // With a histogram, the state has the same size for any duration.
            let mode = EBUR128_MODE_I.rawValue | EBUR128_MODE_HISTOGRAM.rawValue
            state = ebur128_init(channels, rate, Int32(mode))
        } else {
            ebur128_change_parameters(state, channels, rate)
        }
        // A single channel is heard from two loudspeakers.
        if new.channelCount == 1 { ebur128_set_channel(state, 0, Int32(EBUR128_DUAL_MONO.rawValue)) }
        return state != nil
    }

    /// The integrated loudness of all measured sound; nil as long as all was quieter than −70 LUFS.
    package var reading: LoudnessReading? {
        var loudness = 0.0
        guard state != nil, ebur128_loudness_global(state, &loudness) == Self.success, loudness.isFinite else {
            return nil
        }
        return LoudnessReading(loudness: loudness, duration: duration)
    }
}

/// Makes sound louder or softer by a fixed gain.
package final class SoundGain: SoundStage {
    /// The allowed gain in decibels, a wider range than anybody needs. Far beyond this range, samples would no longer
    /// be finite.
    package static let decibels = -120.0...60
    /// The longest time of a change from one gain to another, in seconds.
    static let rampDuration = 0.02

    private var factor: Float = 1
    private var wanted: Float = 1

    package init() {}

    /// Whether the sound is left as it is.
    var isNeutral: Bool { factor == 1 && wanted == 1 }
    package var lifts: Bool { factor > 1 || wanted > 1 }

    /// Sets the gain, which is reached within ``rampDuration``.
    ///
    /// - Parameter decibels: 0 leaves the sound as it is, and so does a number that is not finite.
    package func set(decibels: Double) {
        let bounded = min(max(decibels, Self.decibels.lowerBound), Self.decibels.upperBound)
        wanted = decibels.isFinite ? Float(Decibels.amplitude(bounded)) : 1
    }

    /// Sets the gain from the next sample frame on, without a ramp, because no sound of the item was heard yet.
    package func begin(decibels: Double = 0) {
        set(decibels: decibels)
        factor = wanted
    }

    /// Applies the gain. A new gain is reached in a ramp.
    package func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        let (channels, sampleRate) = (format.channelCount, format.sampleRate)
        guard !isNeutral, channels > 0 else { return }
        let step = Float(1 / max(Self.rampDuration * Double(sampleRate), 1))
        var index = 0
        while factor != wanted, index + channels <= samples.count {
            // In one sample frame, the factor changes by at most this much: a fixed share of the present or the
            // wanted factor, whichever is larger.
            let most = step * max(factor, wanted)
            factor = abs(wanted - factor) <= most ? wanted : factor + (wanted > factor ? most : -most)
            for channel in index..<index + channels { samples[channel] *= factor }
            index += channels
        }
        guard factor != 1 else { return }
        for place in index..<max(index, samples.count) { samples[place] *= factor }
    }
}

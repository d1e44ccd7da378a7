/// A stage of the ``SoundChain``, which changes sound in the caller's buffer.
package protocol SoundStage: AnyObject {
    /// Whether the stage may make sound louder, so that samples may exceed full scale.
    var lifts: Bool { get }
    /// Changes samples in place.
    ///
    /// - Parameter samples: interleaved samples, in whole sample frames; 1 is full scale.
    func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat)
}

/// The stages between the renderer and the output, in the order of the properties.
///
/// The chain has a stage only while its setting is not neutral, so sound is not processed needlessly. The limiter works
/// only while another stage may make the sound louder.
package struct SoundChain {
    /// Measures the sound as the station sends it, and evens out its loudness.
    package var loudness: LoudnessStage?
    package var equaliser: EqualiserStage?
    /// The listener's own gain.
    package var gain: SoundGain?
    /// Makes the sound softer during a fade-out, in addition to the gain.
    package var fade: SoundGain?
    private var limiter: Limiter?

    package init() {}

    package mutating func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        var lifts = false
        func pass(_ stage: (any SoundStage)?) {
            guard let stage else { return }
            lifts = stage.lifts || lifts
            stage.process(samples, format: format)
        }
        pass(loudness)
        pass(equaliser)
        pass(gain)
        pass(fade)
        if loudness?.isIdle == true { loudness = nil }
        if equaliser?.isIdle == true { equaliser = nil }
        guard lifts || limiter != nil else { return }
        let limiter = limiter ?? Limiter()
        limiter.process(samples, format: format)
        self.limiter = lifts || limiter.isReducing ? limiter : nil
    }
}

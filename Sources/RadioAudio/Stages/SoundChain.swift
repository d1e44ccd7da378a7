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
    /// The fade at the beginning and end of an item's sound, and at a pause.
    package var fade = SoundRamp()
    /// A fade of the player, which later items continue: before sleep, and at an alarm.
    package var dimming = SoundRamp()
    /// Lowers the sound under an announcement.
    package var duck = SoundRamp()
    private var limiter: Limiter?

    package init() {}

    /// Returns a chain for the next item, without the stages that belong to this item.
    package func renewed() -> SoundChain {
        var chain = SoundChain()
        chain.dimming = SoundRamp(goingOn: dimming)
        chain.duck = SoundRamp(goingOn: duck)
        return chain
    }

    /// Returns how many of the last sample frames, at most `frames`, can be taken back without a click.
    package func repeatable(_ frames: Int64) -> Int64 { equaliser?.repeatable(frames) ?? frames }

    /// Tells the stages that the last sample frames come again, because they were taken back from the output.
    package func tookBack(frames: Int64) {
        equaliser?.tookBack(frames: frames)
        for ramp in [fade, dimming, duck] { ramp.tookBack(frames: frames) }
    }

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
        for ramp in [fade, dimming, duck] { ramp.process(samples, format: format) }
        if loudness?.isIdle == true { loudness = nil }
        if equaliser?.isIdle == true { equaliser = nil }
        guard lifts || limiter != nil else { return }
        let limiter = limiter ?? Limiter()
        limiter.process(samples, format: format)
        self.limiter = lifts || limiter.isReducing ? limiter : nil
    }
}

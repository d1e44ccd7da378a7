import RadioAudio

/// A stage of the ``SoundChain``, which changes sound in the caller's buffer.
protocol SoundStage: AnyObject {
    /// Changes samples in place.
    ///
    /// - Parameter samples: interleaved samples, in whole sample frames; 1 is full scale.
    func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat)
    /// Called when the last `frames` sample frames come again, because they were taken back from the output.
    func tookBack(frames: Int64)
}

extension SoundStage {
    func tookBack(frames: Int64) {}
}

/// The stages between the renderer and the output, in the order in which they were added.
///
/// The chain has a stage only while its gain or fade is set, so sound is not processed needlessly.
struct SoundChain {
    private var stages: [any SoundStage] = []

    /// Returns the stage of a kind; nil if the chain has none.
    func stage<Stage: SoundStage>(_ kind: Stage.Type) -> Stage? {
        for case let stage as Stage in stages { return stage }
        return nil
    }

    mutating func add<Stage: SoundStage>(_ stage: Stage) -> Stage {
        stages.append(stage)
        return stage
    }

    /// Returns the stage of a kind, which is added if the chain has none.
    mutating func ramp<Ramp: SoundRamp>(_ kind: Ramp.Type) -> Ramp { stage(kind) ?? add(kind.init()) }

    /// Returns a chain for the next item, without the stages that belong to this item.
    func renewed() -> SoundChain {
        var chain = SoundChain()
        if let stage = stage(SoundDimming.self) { _ = chain.add(SoundDimming(goingOn: stage)) }
        if let stage = stage(SoundDuck.self) { _ = chain.add(SoundDuck(goingOn: stage)) }
        return chain
    }

    mutating func remove<Stage: SoundStage>(_ kind: Stage.Type) { stages.removeAll { $0 is Stage } }

    func tookBack(frames: Int64) { for stage in stages { stage.tookBack(frames: frames) } }

    func process(_ samples: UnsafeMutableBufferPointer<Float>, format: PCMFormat) {
        for stage in stages { stage.process(samples, format: format) }
    }
}

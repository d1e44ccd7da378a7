import RadioAudio
import RadioLoop

/// The output of an item that was left, whose sound fades out while the next item may already be heard.
final class FadingLane: AudioOutputClient {
    private let lane: OutputLane
    private let renderer: Renderer
    private var chain: SoundChain
    private var timer: LoopTimer!
    /// Called when nothing more is heard.
    private let onEnd: (FadingLane) -> Void

    /// - Parameters:
    ///   - chain: the stages of the sound, which make it silent after `duration`.
    ///   - duration: the time until the sound is silent.
    init(
        _ lane: OutputLane, _ renderer: Renderer, _ chain: SoundChain, duration: Duration, loop: EventLoop,
        onEnd: @escaping (FadingLane) -> Void
    ) {
        self.lane = lane
        self.renderer = renderer
        self.chain = chain
        self.onEnd = onEnd
        lane.output.client = self
        timer = loop.schedule(after: duration) { [weak self] in self?.end() }
    }

    deinit {
        timer.cancel()
        lane.output.close()
    }

    private func end() { onEnd(self) }

    func setVolume(_ volume: Double) { lane.output.setVolume(volume) }
    func setMuted(_ isMuted: Bool) { lane.output.setMuted(isMuted) }

    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        let frames = lane.fill(buffer) { buffer, position in
            renderer.render(into: buffer, format: lane.format, position: position, marks: &lane.marks)
        }
        chain.process(.init(rebasing: buffer[..<(frames * lane.format.channelCount)]), format: lane.format)
        return frames
    }

    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) {
        switch event {
        // On another device, at a phone call or on a suspended device, the rest of the sound is not worth hearing.
        case .failed, .moved, .underflow, .interruptionRequested(true), .suspended(true, isOurs: _): end()
        case _: break
        }
    }
}

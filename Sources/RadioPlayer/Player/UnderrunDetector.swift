import RadioAudio
import RadioLoop

/// Decides by a sound server's timing answers whether the sound ran out: all sound was heard, and the player has no
/// more for the output. Pure.
struct UnderrunDetector {
    /// If the sink's sound ends within this time, new sound would reach the sink too late to avoid a gap.
    private static let audibleSoon = Duration.milliseconds(60)

    /// Whether the output got less sound than it requested last.
    private(set) var isHungry = false
    /// Whether the sound server's queue ran empty while there was no sound to give. The next timing answer shows
    /// whether the listener hears a gap.
    private var isQueueEmpty = false
    /// When the last sample frame that the output has got is heard; nil if that is not known yet.
    private(set) var endOfSound: MonotonicInstant?

    mutating func didFlush() { endOfSound = nil }

    mutating func didGive(frames: Int) {
        if frames > 0 { endOfSound = nil }
    }

    /// Handles that the output got sound at its request.
    ///
    /// - Parameter isHungry: whether the output got less than it requested.
    mutating func didFill(isHungry: Bool) { self.isHungry = isHungry }

    /// Handles that the sound server's queue ran empty.
    ///
    /// - Parameter isMissed: whether sound was heard until then, and no received sound is left.
    mutating func queueDidRunEmpty(isMissed: Bool) { isQueueEmpty = isHungry && isMissed }

    /// Handles a timing answer of the sound server.
    ///
    /// Each answer gives a time at which the sound ends. Once the queue is empty, the earliest of these times counts: a
    /// sink reports a latency even while it plays silence, so later answers give later times.
    mutating func didAnswer(_ timing: OutputTiming, queued: Duration) {
        let end = timing.at.advanced(by: timing.sinkLatency + queued)
        endOfSound = queued > .zero ? end : min(endOfSound ?? end, end)
    }

    /// Returns whether a timing answer shows that the sound ran out.
    /// - Parameters:
    ///   - queued: the duration of the sound that was given to the output and not consumed by the sound server.
    ///   - held: the duration of the sound that was received and not given to the output.
    ///   - needed: the duration of sound that is gathered after a stall.
    mutating func hasRunDry(
        _ timing: OutputTiming, queued: Duration, held: Duration, needed: Duration, at now: MonotonicInstant
    ) -> Bool {
        let isHeard = endOfSound.map { $0 <= now } ?? false
        if isHungry, queued == .zero, held == .zero, isHeard { return true }
        guard isQueueEmpty else { return false }
        isQueueEmpty = false
        // The sound ran out if the sink has stopped with less than 60 ms left to play, and too little new sound has
        // arrived to continue without another stall. A sink with a longer latency still plays, so sound that arrives
        // now comes in time.
        return !timing.isRunning && timing.sinkLatency < Self.audibleSoon && queued + held < needed
    }
}

import RadioAudio
import RadioLoop

/// Decides by a sound server's timing answers whether the sound ran out: all sound was heard, and no more can be given
/// to the output. Pure.
struct UnderrunDetector {
    /// If the sound ends within this time, silence cannot be avoided.
    private static let audibleSoon = Duration.milliseconds(60)

    /// Whether the output was given less sound than it requested last.
    private(set) var isHungry = false
    /// Whether the sound server's queue ran empty while there was no sound to give. The next timing answer shows
    /// whether the listener hears that.
    private var isQueueEmpty = false
    /// When the last sample frame given to the output is heard if no more follow; nil if that is not known yet.
    private(set) var endOfSound: MonotonicInstant?

    mutating func didFlush() { endOfSound = nil }

    mutating func didGive(frames: Int) {
        if frames > 0 { endOfSound = nil }
    }

    /// Notes that the output was given sound at its request.
    ///
    /// - Parameter isHungry: whether less was given than requested.
    mutating func didFill(isHungry: Bool) { self.isHungry = isHungry }

    /// Notes that the sound server's queue ran empty.
    ///
    /// - Parameter isMissed: whether sound was heard before, and the player has none to give.
    mutating func queueDidRunEmpty(isMissed: Bool) { isQueueEmpty = isHungry && isMissed }

    /// Handles a timing answer of the sound server.
    ///
    /// Once the queue is empty, the earliest end that the answers give counts: a sink reports a latency even while it
    /// plays silence, so later answers give a later end.
    mutating func didAnswer(_ timing: OutputTiming, queued: Duration) {
        let end = timing.at.advanced(by: timing.sinkLatency + queued)
        endOfSound = queued > .zero ? end : min(endOfSound ?? end, end)
    }

    /// Returns whether a timing answer shows that the sound ran out.
    /// - Parameters:
    ///   - queued: the duration of the sound that was given to the output and not consumed by the sound server.
    ///   - held: the duration of held sound that was not given to the output.
    ///   - needed: the duration of sound that is gathered after a stall.
    mutating func hasRunDry(
        _ timing: OutputTiming, queued: Duration, held: Duration, needed: Duration, at now: MonotonicInstant
    ) -> Bool {
        let isHeard = endOfSound.map { $0 <= now } ?? false
        if isHungry, queued == .zero, held == .zero, isHeard { return true }
        guard isQueueEmpty else { return false }
        isQueueEmpty = false
        // The sound ran out if the sink stands still with little sound left, and too little has arrived since. So short
        // a sound would be heard for a moment only, so more is gathered first. A sink with a long latency still plays
        // sound. If more sound arrives in time, it replaces the silence that would follow.
        return !timing.isRunning && timing.sinkLatency < Self.audibleSoon && queued + held < needed
    }
}

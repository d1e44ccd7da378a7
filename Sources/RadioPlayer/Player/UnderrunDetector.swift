import RadioAudio
import RadioLoop

/// Decides by a sound server's answers whether the sound ran out: all was heard, and there is nothing to give. Pure.
struct UnderrunDetector {
    /// If the sound ends within this time, silence cannot be avoided.
    private static let audibleSoon = Duration.milliseconds(60)

    /// Whether the last request could not be filled.
    private(set) var isHungry = false
    /// Whether the server's queue ran empty while there was nothing to give. The next answer shows whether the listener
    /// hears that.
    private var isQueueEmpty = false
    /// When the last frame given is heard if no more is given.
    private(set) var endOfSound: MonotonicInstant?

    mutating func didFlush() { endOfSound = nil }

    mutating func didGive(frames: Int) {
        if frames > 0 { endOfSound = nil }
    }

    /// Notes that the output was given sound at its request.
    ///
    /// - Parameter isHungry: whether less was given than requested.
    mutating func didFill(isHungry: Bool) { self.isHungry = isHungry }

    /// Notes that the server's queue ran empty.
    ///
    /// - Parameter isMissed: whether sound was heard before, and none is at hand.
    mutating func queueDidRunEmpty(isMissed: Bool) { isQueueEmpty = isHungry && isMissed }

    /// Handles an answer of the server.
    ///
    /// Once the queue is empty, the earliest end of sound counts, because a sink also reports a latency while it plays
    /// silence.
    mutating func didAnswer(_ timing: OutputTiming, queued: Duration) {
        let end = timing.at.advanced(by: timing.sinkLatency + queued)
        endOfSound = queued > .zero ? end : min(endOfSound ?? end, end)
    }

    /// Returns whether an answer shows that the sound ran out.
    /// - Parameters:
    ///   - queued: the duration of sound given and not consumed.
    ///   - held: the duration of held sound that was not given.
    ///   - needed: the duration of sound that is gathered after a stall.
    mutating func hasRunDry(
        _ timing: OutputTiming, queued: Duration, held: Duration, needed: Duration, at now: MonotonicInstant
    ) -> Bool {
        let isHeard = endOfSound.map { $0 <= now } ?? false
        if isHungry, queued == .zero, held == .zero, isHeard { return true }
        guard isQueueEmpty else { return false }
        isQueueEmpty = false
        // A sink that renders far ahead still plays sound, and can replace the silence if more arrives in time. A sink
        // that stands still had too little sound. More is gathered first, because the rest would be heard for a moment
        // only. If enough has arrived, some of it is already on its way.
        return !timing.isRunning && timing.sinkLatency < Self.audibleSoon && queued + held < needed
    }
}

import RadioAudio
import RadioLoop

/// Tells from a sound server's answers whether the sound ran out: all that was given was heard, and there is nothing to
/// give. Pure.
struct UnderrunDetector {
    /// Silence that is so near cannot be taken back.
    private static let audibleSoon = Duration.milliseconds(60)

    /// The last request could not be filled.
    private(set) var isHungry = false
    /// The server's queue ran empty while there was nothing to give: its next answer tells whether that is heard.
    private var isQueueEmpty = false
    /// When the last frame given is heard, as long as no more is given.
    private(set) var endOfSound: MonotonicInstant?

    mutating func didFlush() { endOfSound = nil }

    mutating func didGive(frames: Int) {
        if frames > 0 { endOfSound = nil }
    }

    /// A request for sound was answered.
    /// - Parameter isHungry: with less than was asked for.
    mutating func didFill(isHungry: Bool) { self.isHungry = isHungry }

    /// The server says that its queue ran empty.
    /// - Parameter isMissed: while sound was heard, and none is at hand.
    mutating func queueDidRunEmpty(isMissed: Bool) { isQueueEmpty = isHungry && isMissed }

    /// Once the server's queue is empty its earliest answer counts: a sink names its latency for as long as it plays
    /// silence, too.
    mutating func didAnswer(_ timing: OutputTiming, queued: Duration) {
        let end = timing.at.advanced(by: timing.sinkLatency + queued)
        endOfSound = queued > .zero ? end : min(endOfSound ?? end, end)
    }

    /// The verdict on an answer.
    /// - Parameters:
    ///   - queued: sound given and not consumed.
    ///   - held: sound at hand that was not given.
    ///   - needed: sound that is gathered after a stall.
    mutating func hasRunDry(
        _ timing: OutputTiming, queued: Duration, held: Duration, needed: Duration, at now: MonotonicInstant
    ) -> Bool {
        let isHeard = endOfSound.map { $0 <= now } ?? false
        if isHungry, queued == .zero, held == .zero, isHeard { return true }
        guard isQueueEmpty else { return false }
        isQueueEmpty = false
        // A sink that renders far ahead is still heard, and takes the silence back when more comes in time. One that
        // stands still had too little: that would sound for a moment only, so more is gathered first. Where enough
        // came, some of it is on its way already.
        return !timing.isRunning && timing.sinkLatency < Self.audibleSoon && queued + held < needed
    }
}

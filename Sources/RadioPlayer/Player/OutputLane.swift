import RadioAudio
import RadioFormats
import RadioLoop

/// One output and what was rendered into it.
final class OutputLane {
    let output: any AudioOutput
    var marks = RenderMarks()
    /// Frames given to the output since it was opened or flushed, silence of a hand-over included.
    var position: Int64 = 0
    /// Silence still to be given before sound, in frames; see `Handover`.
    var silence: Int64 = 0
    /// A hand-over gives no sound before it has been aligned.
    var isAligning = false
    /// It gets no more sound: another lane follows, or the item ends.
    var isFinishing = false
    /// Consumed frames at the timing before.
    var lastConsumed: Int64 = 0
    /// It could not fill the last request.
    var isHungry = false
    /// Of when the last answer is that was dealt with; the output itself may know a newer one.
    private(set) var answered: MonotonicInstant?
    /// When the last frame given is heard, as long as no more is given.
    private(set) var endOfSound: MonotonicInstant?

    init(output: any AudioOutput) { self.output = output }

    var format: PCMFormat { output.format }

    /// Forgets what is queued.
    func flush() {
        output.flush()
        marks.removeAll()
        position = 0
        silence = 0
        lastConsumed = 0
        endOfSound = nil
    }

    /// Sound was given: it ends later.
    func gave(_ frames: Int) { if frames > 0 { endOfSound = nil } }

    /// Works out from an answer of the server when the sound ends. Once its queue is empty the earliest answer counts: a sink
    /// names its latency for as long as it plays silence, too.
    func timed(_ timing: OutputTiming) {
        answered = timing.at
        let queued = Double(max(position - timing.consumed, 0)) / Double(format.sampleRate)
        let end = timing.at.advanced(by: timing.sinkLatency + .seconds(queued))
        endOfSound = queued > 0 ? end : min(endOfSound ?? end, end)
    }

    /// How long until all that was given is heard, at `now`; zero without timing.
    func remaining(at now: MonotonicInstant) -> Duration {
        guard let timing = output.lastTiming else { return .zero }
        let queued = Duration.seconds(Double(max(position - timing.consumed, 0)) / Double(format.sampleRate))
        let passed = timing.isRunning ? timing.at.duration(to: now) : .zero
        return max(queued + timing.sinkLatency - passed, .zero)
    }

    /// When a frame is heard, by the last timing; nil without one or while it stands still.
    func instant(ofFrame frame: Int64) -> MonotonicInstant? {
        guard let timing = output.lastTiming, timing.isRunning else { return nil }
        let ahead = Double(frame - timing.consumed) / Double(format.sampleRate)
        return timing.at.advanced(by: timing.sinkLatency + .seconds(ahead))
    }

    /// The moment of the item that is heard at `now`, in flicks, and its packet; nil before the first sound.
    func heard(at now: MonotonicInstant) -> (time: Int64, packet: Int64)? {
        guard let timing = output.lastTiming else { return nil }
        let frame = timing.heard(at: now, sampleRate: format.sampleRate)
        guard let mark = marks.advance(to: frame) else { return nil }
        return (mark.time + MediaTime(samples: frame - mark.frame, rate: format.sampleRate).flicks, mark.packet)
    }
}

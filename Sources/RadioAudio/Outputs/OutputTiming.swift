import RadioLoop

/// What the sound server said of a stream when it was last asked. All counts are frames since the stream was opened or flushed.
package struct OutputTiming: Hashable, Sendable {
    /// Frames given to the server.
    package var written: Int64
    /// Frames that the server has taken out of the stream's queue; never more than `written`. Only frames that were written count,
    /// not the silence that a server plays when its queue is empty. It may step back when a sink returns what it had taken and not played
    /// yet: at a cork, a move, or when another stream changes.
    package var consumed: Int64
    /// How long a frame consumed now takes to the loudspeaker: the sink's buffer and the way there. After the queue ran dry, what the last
    /// frame still needs; zero while corked or suspended.
    package var sinkLatency: Duration
    /// When the server said so.
    package var at: MonotonicInstant
    /// Whether the server was taking frames then (not corked, not suspended, not starved).
    package var isRunning: Bool

    package init(written: Int64, consumed: Int64, sinkLatency: Duration, at: MonotonicInstant, isRunning: Bool) {
        self.written = written
        self.consumed = consumed
        self.sinkLatency = sinkLatency
        self.at = at
        self.isRunning = isRunning
    }

    /// How long the server has gone on since. The turn in which it answered began before that.
    package func passed(at now: MonotonicInstant) -> Duration { isRunning ? max(at.duration(to: now), .zero) : .zero }

    /// The frame that leaves the loudspeaker at `now`, interpolated from `at` and never past what was written.
    package func heard(at now: MonotonicInstant, sampleRate: Int) -> Int64 {
        let frames = (passed(at: now) - sinkLatency).inSeconds * Double(sampleRate)
        return min(max(consumed + Int64(frames), 0), written)
    }
}

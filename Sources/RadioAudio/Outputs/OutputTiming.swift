import RadioLoop

/// The sound server's latest report about a stream. All counts are frames since the stream was opened or flushed.
package struct OutputTiming: Hashable, Sendable {
    /// Number of frames written to the server.
    package var written: Int64
    /// Number of frames that the server has taken from the stream's queue; never more than ``written``.
    ///
    /// The silence that a server plays when its queue is empty does not count. The number may decrease when a sink
    /// returns frames that it had taken but not played: when a stream is corked, moves to another sink, or plays on the
    /// same sink as another stream that changes.
    package var consumed: Int64
    /// Time from a frame's consumption until the frame is heard: the sink's buffer and the way to the loudspeaker.
    ///
    /// While the queue is empty, the time until the last frame is heard. Zero while corked or suspended.
    package var sinkLatency: Duration
    /// Time of the report.
    package var at: MonotonicInstant
    /// True if the server took frames from the stream's queue at the time of the report: the stream was not corked,
    /// suspended or out of sound.
    package var isRunning: Bool

    package init(written: Int64, consumed: Int64, sinkLatency: Duration, at: MonotonicInstant, isRunning: Bool) {
        self.written = written
        self.consumed = consumed
        self.sinkLatency = sinkLatency
        self.at = at
        self.isRunning = isRunning
    }

    /// Returns the time between the report and `now` if the server is playing, otherwise zero.
    ///
    /// Never negative, although `now` may be the time of the turn, which began before the server's answer arrived.
    package func passed(at now: MonotonicInstant) -> Duration { isRunning ? max(at.duration(to: now), .zero) : .zero }

    /// Returns how many frames have left the loudspeaker at `now`, computed from the report. At most ``written``.
    package func heard(at now: MonotonicInstant, sampleRate: Int) -> Int64 {
        let frames = (passed(at: now) - sinkLatency).inSeconds * Double(sampleRate)
        return min(max(consumed + Int64(frames), 0), written)
    }
}

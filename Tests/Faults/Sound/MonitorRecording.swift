import RadioLoop

/// Makes stretches on the system's clock of frames as a recorder delivers them. Pure: the time of each piece is a parameter.
struct MonitorRecording {
    /// More than so long without frames is a gap in the recording: the sink was suspended, the server stood still.
    private static let gap = 0.5
    /// Frames that come so much faster than time are a server that makes up for a standstill.
    private static let hurry = 0.15

    private var reader: SweepReader
    private let box = Box()
    /// Seconds of the instant at which the frame clock was nought, if no piece came late.
    private var base = 0.0
    private var settled = 0.0
    private var frames = 0

    /// What the reader found since it was asked last.
    private final class Box {
        var found: [SweepReader.Stretch] = []
    }

    /// The end of the last stretch. A server that makes up for a standstill delivers more in a moment than it lasts, and the clock is set
    /// back by that; what was delivered later was not heard earlier, though.
    private var last = MonotonicInstant(nanoseconds: .min)

    init(_ programme: SweepProgramme) {
        reader = SweepReader(programme) { [box] in box.found.append($0) }
    }

    /// Sound that goes on.
    var current: (begin: MonotonicInstant, end: MonotonicInstant)? {
        reader.current.map { span in
            let begin = max(wall(span.begin), last)
            return (begin, max(wall(span.end), begin))
        }
    }

    /// Takes interleaved frames of two channels in that arrived just then, and tells the stretches that are over.
    mutating func feed(_ samples: UnsafeBufferPointer<Int16>, at instant: MonotonicInstant) -> [Monitor.Stretch] {
        let rate = Double(SweepProgramme.sampleRate)
        let arrival = Double(instant.nanoseconds) / 1e9
        let count = samples.count / 2
        let begin = arrival - Double(frames + count) / rate
        var over: [Monitor.Stretch] = []
        if frames == 0 || begin - base > Self.gap {
            over += finish()
            frames = 0
            base = arrival - Double(count) / rate
            settled = base
        } else if begin < base {
            if frames > Int(rate), begin < settled - Self.hurry {
                over += finish()
                settled = begin
            }
            if frames <= Int(rate) { settled = begin }
            base = begin
        }
        frames += count
        reader.feed(samples, end: Double(frames) / rate)
        return over + take()
    }

    /// No more frames come.
    mutating func finish() -> [Monitor.Stretch] {
        reader.finish()
        return take()
    }

    private mutating func take() -> [Monitor.Stretch] {
        defer { box.found = [] }
        return box.found.map { part in
            let begin = max(wall(part.begin), last)
            last = max(wall(part.end), begin)
            return Monitor.Stretch(
                begin: begin, end: last, first: part.first, last: part.last, length: part.end - part.begin)
        }
    }

    private func wall(_ time: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64((base + time) * 1e9)) }
}

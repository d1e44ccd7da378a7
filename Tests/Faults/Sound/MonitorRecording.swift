import RadioLoop

/// Turns the sample frames of a recorder into stretches of sound whose times are on the system's clock. The type has no
/// clock: the time of each piece is a parameter.
struct MonitorRecording {
    /// If no sample frames arrive for longer than this, in seconds, the recording has a gap: the sink was suspended or
    /// the server stood still.
    private static let gap = 0.5
    /// If sample frames arrive earlier than expected by more than this, in seconds, the server is catching up after a
    /// standstill.
    private static let hurry = 0.15

    private var reader: SweepReader
    private let box = Box()
    /// The time in seconds at which the first sample frame would have arrived if no piece had been late.
    private var base = 0.0
    private var settled = 0.0
    private var frames = 0

    /// The stretches that the reader found since the last call of `take`.
    private final class Box {
        var found: [SweepReader.Stretch] = []
    }

    /// The end of the last stretch. When a server catches up after a standstill, `base` is set back, and the computed
    /// times go back with it. Sound delivered after the last stretch nevertheless cannot begin before this instant.
    private var last = MonotonicInstant(nanoseconds: .min)

    init(_ programme: SweepProgramme) {
        reader = SweepReader(programme) { [box] in box.found.append($0) }
    }

    /// The interval of sound that has not ended yet.
    var current: (begin: MonotonicInstant, end: MonotonicInstant)? {
        reader.current.map { span in
            let begin = max(wall(span.begin), last)
            return (begin, max(wall(span.end), begin))
        }
    }

    /// Takes interleaved sample frames of two channels that arrived at `instant`, and returns the stretches that have
    /// ended since the last call.
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

    /// Ends the recording and returns the remaining stretches.
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

import RadioLoop

/// Turns the sample frames that `parec` records into stretches of sound whose times are on the system's monotonic
/// clock. The type reads no clock itself: the time at which each chunk of sample frames arrived is a parameter.
struct MonitorRecording {
    /// If sample frames arrive later than expected by more than this, in seconds, the recording has a gap: the sink was
    /// suspended, or the sound server stood still.
    private static let gap = 0.5
    /// If sample frames arrive earlier than expected by more than this, in seconds, the sound server is catching up
    /// after a standstill.
    private static let hurry = 0.15

    private var reader: SweepReader
    private let box = Box()
    /// The time at which the first sample frame would have arrived if no chunk had been late, in seconds on the
    /// monotonic clock.
    private var base = 0.0
    private var settled = 0.0
    private var frames = 0

    /// The stretches that the reader has found and that ``take()`` has not returned yet.
    private final class Box {
        var found: [SweepReader.Stretch] = []
    }

    /// The end of the last stretch. The next one never begins before this instant: when a server catches up after a
    /// standstill, `base` moves back, and the times computed from it would otherwise overlap the last stretch.
    private var last = MonotonicInstant(nanoseconds: .min)

    init(_ programme: SweepProgramme) {
        reader = SweepReader(programme) { [box] in box.found.append($0) }
    }

    /// The interval of the sound that has not ended yet, or nil while no sound is heard.
    var current: (begin: MonotonicInstant, end: MonotonicInstant)? {
        reader.current.map { span in
            let begin = max(wall(span.begin), last)
            return (begin, max(wall(span.end), begin))
        }
    }

    /// Evaluates interleaved sample frames of two channels that arrived at `instant`, and returns the stretches that
    /// have ended since the previous call.
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

    /// Ends the recording, and returns the stretches that ``feed(_:at:)`` has not returned.
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

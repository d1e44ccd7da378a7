import RadioLoop

/// What was heard at all sinks' monitors: intervals of sound, silences, and sound that was lost or repeated.
struct HeardSound: Sendable {
    /// Intervals of sound without silence. Touching or overlapping stretches of several monitors are one interval.
    private(set) var intervals: [(begin: MonotonicInstant, end: MonotonicInstant)] = []
    private let parts: [Monitor.Stretch]
    private let programme: SweepProgramme

    /// The shortest silence that counts, in seconds.
    static let shortest = 0.02

    init(_ stretches: [Monitor.Stretch], of programme: SweepProgramme) {
        self.programme = programme
        parts = stretches.sorted { $0.begin < $1.begin }
        for part in parts {
            if let last = intervals.last, last.end.duration(to: part.begin).inSeconds < Self.shortest {
                intervals[intervals.count - 1].end = max(last.end, part.end)
            } else {
                intervals.append((part.begin, part.end))
            }
        }
    }

    var first: MonotonicInstant? { intervals.first?.begin }
    var last: MonotonicInstant? { intervals.last?.end }

    /// Returns the first instant with sound at or after `instant`.
    func sound(after instant: MonotonicInstant) -> MonotonicInstant? {
        intervals.first { $0.end > instant }.map { max($0.begin, instant) }
    }

    /// Returns the durations of the silences between two instants in seconds, including a last one that reaches `end`.
    func silences(from begin: MonotonicInstant, to end: MonotonicInstant) -> [Double] {
        var result: [Double] = []
        var quiet = begin
        for interval in intervals where interval.end > begin {
            guard interval.begin < end else { break }
            result.append(quiet.duration(to: interval.begin).inSeconds)
            quiet = interval.end
        }
        result.append(quiet.duration(to: end).inSeconds)
        return result.filter { $0 >= Self.shortest }
    }

    /// Returns the seconds with sound between two instants.
    func heard(from begin: MonotonicInstant, to end: MonotonicInstant) -> Double {
        intervals.reduce(0) { sum, interval in
            let seconds = max(interval.begin, begin).duration(to: min(interval.end, end)).inSeconds
            return sum + max(0, seconds)
        }
    }

    /// Returns the jumps of the heard sound within the programme after `instant`, in seconds: positive for sound that
    /// was left out, negative for sound that was heard twice.
    func jumps(after instant: MonotonicInstant) -> [Double] {
        var result: [Double] = []
        var before: Monitor.Stretch?
        // The seconds of sound since `before` that came in pieces too short to tell their place in the programme.
        var unread = 0.0
        for part in parts {
            guard let first = part.first else {
                unread += part.length
                continue
            }
            if let before, part.begin > instant, let last = before.last {
                var jump = programme.loss(from: last, to: first)
                // Sound whose place could not be read was heard nevertheless, so it was not left out. A server that
                // catches up after a standstill delivers sound in such short pieces.
                if jump > 0 { jump = max(jump - unread, 0) }
                // A jump shorter than half a frame of 26 ms is an error of measurement.
                if abs(jump) > 0.013 { result.append(jump) }
            }
            before = part
            unread = 0
        }
        return result
    }
}

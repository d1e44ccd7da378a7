import RadioLoop

/// What was heard in a run, at whichever monitors: silences, and what of the programme was lost or repeated.
struct HeardSound: Sendable {
    /// Sound without a silence; stretches of several monitors that touch or overlap are one.
    private(set) var intervals: [(begin: MonotonicInstant, end: MonotonicInstant)] = []
    private let parts: [Monitor.Stretch]
    private let programme: SweepProgramme

    /// Shorter silences are not counted.
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

    /// The first sound at or after an instant.
    func sound(after instant: MonotonicInstant) -> MonotonicInstant? {
        intervals.first { $0.end > instant }.map { max($0.begin, instant) }
    }

    /// Silences between two instants, the one that lasts until the end included.
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

    /// Seconds with sound between two instants.
    func heard(from begin: MonotonicInstant, to end: MonotonicInstant) -> Double {
        intervals.reduce(0) { sum, interval in
            let seconds = max(interval.begin, begin).duration(to: min(interval.end, end)).inSeconds
            return sum + max(0, seconds)
        }
    }

    /// Where the programme did not go on where it was, from an instant on: seconds left out, or less than none, heard twice.
    func jumps(after instant: MonotonicInstant) -> [Double] {
        var result: [Double] = []
        var before: Monitor.Stretch?
        /// Sound since then that was too short to tell its place, in seconds.
        var unread = 0.0
        for part in parts {
            guard let first = part.first else {
                unread += part.length
                continue
            }
            if let before, part.begin > instant, let last = before.last {
                var jump = programme.loss(from: last, to: first)
                // It was heard nevertheless. A server that makes up for a standstill brings the sound in such pieces.
                if jump > 0 { jump = max(jump - unread, 0) }
                // A frame is 26 ms; less is the measurement.
                if abs(jump) > 0.013 { result.append(jump) }
            }
            before = part
            unread = 0
        }
        return result
    }
}

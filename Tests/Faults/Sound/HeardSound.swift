import RadioLoop

/// The sound that was heard in a fault row, at the monitors of all sinks: when it was interrupted, and how much of the
/// programme was left out or heard twice.
struct HeardSound: Sendable {
    /// The intervals of uninterrupted sound, oldest first. Touching or overlapping stretches of several monitors are
    /// one interval.
    private(set) var intervals: [(begin: MonotonicInstant, end: MonotonicInstant)] = []
    private let parts: [Monitor.Stretch]
    private let programme: SweepProgramme

    /// The shortest time without sound that counts as an interruption, in seconds.
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

    /// Returns the durations in seconds of the interruptions between two instants. They include the time without sound
    /// directly after `begin` and that directly before `end`.
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

    /// Returns how many seconds of sound were heard between two instants.
    func heard(from begin: MonotonicInstant, to end: MonotonicInstant) -> Double {
        intervals.reduce(0) { sum, interval in
            let seconds = max(interval.begin, begin).duration(to: min(interval.end, end)).inSeconds
            return sum + max(0, seconds)
        }
    }

    /// Returns the jumps within the programme that were heard after `instant`, in seconds: positive if sound was left
    /// out, negative if sound was heard twice.
    func jumps(after instant: MonotonicInstant) -> [Double] {
        var result: [Double] = []
        var before: Monitor.Stretch?
        // The seconds of sound since `before` in stretches that are too short to find their position in the programme.
        var unread = 0.0
        for part in parts {
            guard let first = part.first else {
                unread += part.length
                continue
            }
            if let before, part.begin > instant, let last = before.last {
                var jump = programme.loss(from: last, to: first)
                // Sound without a known position was heard nevertheless, so it does not count as left out. A sound
                // server that catches up after a standstill delivers sound in such short stretches.
                if jump > 0 { jump = max(jump - unread, 0) }
                // A jump shorter than 13 ms, half an MP3 frame, is an error of measurement.
                if abs(jump) > 0.013 { result.append(jump) }
            }
            before = part
            unread = 0
        }
        return result
    }
}

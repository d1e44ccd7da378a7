import RadioFormats

/// Decides when an observer of the heard position is called. Pure.
struct TimeSchedule: Sendable {
    /// The times at which the observer is called.
    enum Kind: Hashable, Sendable {
        /// At each whole multiple of an interval, and after each jump.
        case periodic(MediaTime)
        /// When the sound passes one of these moments. They are in ascending order.
        case boundary([MediaTime])
    }

    private let kind: Kind
    /// The time passed to the last call of ``move(to:isJump:)``; nil before the first sound.
    private var last: MediaTime?

    init(_ kind: Kind) { self.kind = kind }

    /// Forgets ``last``, because another item is heard.
    mutating func forget() { last = nil }

    /// Moves the schedule to the time that is heard now.
    /// - Parameter isJump: whether the time changed by a jump instead of by playing.
    /// - Returns: the times to call the observer with, in order.
    mutating func move(to now: MediaTime, isJump: Bool) -> [MediaTime] {
        defer { last = now }
        guard let last else { return kind.isPeriodic ? [now] : [] }
        switch kind {
        case .periodic(let interval):
            if isJump || now < last { return [now] }
            return Self.count(now, interval) > Self.count(last, interval) ? [now] : []
        case .boundary(let times): return isJump ? [] : times.filter { last < $0 && $0 <= now }
        }
    }

    /// Returns the next time at which the observer is due; nil if there is none.
    func next(after now: MediaTime) -> MediaTime? {
        switch kind {
        case .periodic(let interval):
            guard interval > .zero else { return nil }
            return MediaTime(flicks: (Self.count(now, interval) + 1) * interval.flicks)
        case .boundary(let times): return times.first { $0 > now }
        }
    }

    /// Returns the number of whole intervals up to a time.
    private static func count(_ time: MediaTime, _ interval: MediaTime) -> Int64 {
        let (quotient, rest) = time.flicks.quotientAndRemainder(dividingBy: max(interval.flicks, 1))
        return rest < 0 ? quotient - 1 : quotient
    }
}

extension TimeSchedule.Kind {
    fileprivate var isPeriodic: Bool { if case .periodic = self { true } else { false } }

    /// Returns a periodic schedule. Its interval is at least 10 ms, because timers of a loop cannot fire more often,
    /// and one second if `interval` is not numeric.
    static func periodically(_ interval: MediaTime) -> Self {
        .periodic(
            interval.isNumeric ? max(interval, MediaTime(value: 1, timescale: 100)) : MediaTime(value: 1, timescale: 1))
    }

    /// Returns a schedule of `times`, sorted and without those that are not numeric.
    static func at(_ times: [MediaTime]) -> Self { .boundary(times.filter(\.isNumeric).sorted()) }
}

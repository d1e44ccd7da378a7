import RadioFormats

/// When an observer of the time that is heard is called. Pure.
struct TimeSchedule: Sendable {
    enum Kind: Hashable, Sendable {
        /// At the whole multiples of an interval, and after each jump.
        case periodic(MediaTime)
        /// When the sound passes one of these moments, in order.
        case boundary([MediaTime])
    }

    private let kind: Kind
    /// What was heard when it was asked last; nil before the first sound.
    private var last: MediaTime?

    init(_ kind: Kind) { self.kind = kind }

    /// Another item is heard.
    mutating func forget() { last = nil }

    /// The sound has moved on.
    /// - Parameter isJump: not by being heard.
    /// - Returns: what the observer is told, in order.
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

    /// The moment at which it is due next; nil where there is none.
    func next(after now: MediaTime) -> MediaTime? {
        switch kind {
        case .periodic(let interval):
            guard interval > .zero else { return nil }
            return MediaTime(flicks: (Self.count(now, interval) + 1) * interval.flicks)
        case .boundary(let times): return times.first { $0 > now }
        }
    }

    /// Whole intervals up to a moment.
    private static func count(_ time: MediaTime, _ interval: MediaTime) -> Int64 {
        let (quotient, rest) = time.flicks.quotientAndRemainder(dividingBy: max(interval.flicks, 1))
        return rest < 0 ? quotient - 1 : quotient
    }
}

extension TimeSchedule.Kind {
    fileprivate var isPeriodic: Bool { if case .periodic = self { true } else { false } }

    /// Within what a loop can do, and in order.
    static func periodically(_ interval: MediaTime) -> Self {
        .periodic(
            interval.isNumeric ? max(interval, MediaTime(value: 1, timescale: 100)) : MediaTime(value: 1, timescale: 1))
    }

    static func at(_ times: [MediaTime]) -> Self { .boundary(times.filter(\.isNumeric).sorted()) }
}

import RadioFormats

/// A stretch of a programme: from `start` to before `end`, which is `MediaTime.positiveInfinity` where it has none.
public struct MediaTimeRange: Hashable, Sendable {
    public var start: MediaTime
    public var end: MediaTime

    public init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = end
    }

    public init(start: MediaTime, duration: Duration) { self.init(start: start, end: start + MediaTime(duration)) }

    /// Nothing, at the beginning.
    public static let zero = MediaTimeRange(start: .zero, end: .zero)

    /// How long it is; zero where it is empty. A range without an end has the duration of
    /// `MediaTime.positiveInfinity`.
    public var duration: Duration { isEmpty ? .zero : (end - start).duration }

    /// Whether no time is in it, as where one of its ends is `MediaTime.invalid`.
    public var isEmpty: Bool { !end.isValid || end <= start }

    public func contains(_ time: MediaTime) -> Bool { !isEmpty && start <= time && time < end }

    /// Whether all of another range is in it. An empty one is where its start is.
    public func contains(_ range: MediaTimeRange) -> Bool {
        range.isEmpty ? contains(range.start) : !isEmpty && start <= range.start && range.end <= end
    }

    /// What is in both; ``zero`` where nothing is.
    public func intersection(_ other: MediaTimeRange) -> MediaTimeRange {
        let both = MediaTimeRange(start: max(start, other.start), end: min(end, other.end))
        return isEmpty || other.isEmpty || both.isEmpty ? .zero : both
    }

    /// The shortest range that has all of both, and what lies between them. An empty range adds nothing.
    public func union(_ other: MediaTimeRange) -> MediaTimeRange {
        if other.isEmpty { return self }
        return isEmpty ? other : MediaTimeRange(start: min(start, other.start), end: max(end, other.end))
    }
}

import RadioFormats

/// A range of positions in an item, from `start` up to, but not including, `end`. `end` is `MediaTime.positiveInfinity`
/// if there is no end.
public struct MediaTimeRange: Hashable, Sendable {
    public var start: MediaTime
    public var end: MediaTime

    public init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = end
    }

    public init(start: MediaTime, duration: Duration) { self.init(start: start, end: start + MediaTime(duration)) }

    /// An empty range at position zero.
    public static let zero = MediaTimeRange(start: .zero, end: .zero)

    /// The length of the range; zero if the range is empty.
    ///
    /// The length of a range without an end is that of `MediaTime.positiveInfinity`.
    public var duration: Duration { isEmpty ? .zero : (end - start).duration }

    /// Whether the range contains no time, for example because its end is `MediaTime.invalid`.
    public var isEmpty: Bool { !end.isValid || end <= start }

    public func contains(_ time: MediaTime) -> Bool { !isEmpty && start <= time && time < end }

    /// Returns whether this range contains all of `range`. If `range` is empty, returns whether this range contains its
    /// start.
    public func contains(_ range: MediaTimeRange) -> Bool {
        range.isEmpty ? contains(range.start) : !isEmpty && start <= range.start && range.end <= end
    }

    /// Returns the stretch that both ranges contain; ``zero`` if there is none.
    public func intersection(_ other: MediaTimeRange) -> MediaTimeRange {
        let both = MediaTimeRange(start: max(start, other.start), end: min(end, other.end))
        return isEmpty || other.isEmpty || both.isEmpty ? .zero : both
    }

    /// Returns the shortest range that contains both ranges and any gap between them. If one range is empty, returns
    /// the other.
    public func union(_ other: MediaTimeRange) -> MediaTimeRange {
        if other.isEmpty { return self }
        return isEmpty ? other : MediaTimeRange(start: min(start, other.start), end: max(end, other.end))
    }
}

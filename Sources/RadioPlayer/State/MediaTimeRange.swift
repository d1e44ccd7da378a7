import RadioFormats

/// A stretch of the item: from `start` to before `end`.
public struct MediaTimeRange: Hashable, Sendable {
    public var start: MediaTime
    public var end: MediaTime

    public init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = end
    }

    public var duration: MediaTime { end - start }
    public func contains(_ time: MediaTime) -> Bool { start <= time && time < end }
}

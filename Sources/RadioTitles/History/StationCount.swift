import RadioFormats

/// How much of a station was written down.
public struct StationCount: Hashable, Sendable {
    public var id: String
    public var name: String
    /// Tracks that the query means.
    public var count: Int
    /// How many different ones.
    public var different: Int
    /// Begin of the last one, since 1970-01-01T00:00:00Z.
    public var last: MediaTime
}

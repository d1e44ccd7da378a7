import RadioFormats

/// How many tracks of a station were recorded.
public struct StationCount: Hashable, Sendable {
    public var id: String
    public var name: String
    /// Number of tracks that match the query.
    public var count: Int
    /// Number of different songs among the matching tracks.
    public var different: Int
    /// Start of the last matching track, since 1970-01-01T00:00:00Z.
    public var last: MediaTime
}

extension StationCount: CustomStringConvertible {
    public var description: String { "\(name): \(count.counted("title"))" }
}

/// How much of a station was written down.
public struct StationCount: Hashable, Sendable {
    public var id: String
    public var name: String
    /// Tracks that the query means.
    public var count: Int
    /// How many different ones.
    public var different: Int
    /// Begin of the last one; milliseconds since 1970.
    public var last: Int64
}

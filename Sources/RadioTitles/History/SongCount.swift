/// How often a song was played.
public struct SongCount: Hashable, Sendable {
    public var artist: String?
    public var title: String
    public var count: Int
    /// Of how many stations.
    public var stations: Int
    /// Begin of the first and of the last time; milliseconds since 1970.
    public var first: Int64
    public var last: Int64
}

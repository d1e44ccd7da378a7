import RadioFormats

/// How often a song was played.
public struct SongCount: Hashable, Sendable {
    public var artist: String?
    public var title: String
    public var count: Int
    /// Of how many stations.
    public var stations: Int
    /// Begin of the first and of the last time, since 1970-01-01T00:00:00Z.
    public var first: MediaTime
    public var last: MediaTime
}

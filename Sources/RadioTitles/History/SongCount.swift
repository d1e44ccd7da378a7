import RadioFormats

/// How often a song was played.
public struct SongCount: Hashable, Sendable {
    public var artist: String?
    public var title: String
    public var count: Int
    /// Number of stations that played the song.
    public var stations: Int
    /// Start of the first airing, since 1970-01-01T00:00:00Z.
    public var first: MediaTime
    /// Start of the last airing, since 1970-01-01T00:00:00Z.
    public var last: MediaTime
}

extension SongCount: CustomStringConvertible {
    public var description: String { "\(artist.map { "\($0) - " } ?? "")\(title): \(count.counted("play"))" }
}

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
    /// The song's place, from 1, in the time before; nil if it was not played then, or without
    /// ``SongQuery/comparesBefore``.
    public var rankBefore: Int?
    /// Start of the first airing in the whole file, with ``SongQuery/comparesBefore``.
    public var firstSeen: MediaTime?
}

extension SongCount: CustomStringConvertible {
    public var description: String { "\(artist.map { "\($0) - " } ?? "")\(title): \(count.counted("play"))" }
}

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
    /// Start of the first matching track, since 1970-01-01T00:00:00Z.
    public var first = MediaTime(milliseconds: 0)
    /// Number of different artists among the matching tracks.
    public var artists = 0
    /// Average time until the station plays a song again; nil if it played no song twice.
    public var repeatsAfter: Duration?
    /// How many songs make up ``topShare``.
    package static let topCount = 40
    /// The part of the matching tracks, from 0 to 1, that are the station's own 40 most played songs.
    public var topShare = 0.0
    /// The part, from 0 to 1, of the titles that could not be split into artist and title: of all songs and unknown
    /// titles.
    public var unknownShare = 0.0
    /// Minutes of advertisements in an hour that was logged; nil if less than an hour was.
    public var advertisementMinutes: Double?
}

extension StationCount: CustomStringConvertible {
    public var description: String { "\(name): \(count.counted("title"))" }
}

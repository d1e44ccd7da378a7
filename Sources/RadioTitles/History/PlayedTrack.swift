import RadioFormats

/// A track that was written down.
public struct PlayedTrack: Hashable, Sendable {
    public var track: TrackInfo
    /// The station's id and name.
    public var station: String
    public var stationName: String
    /// Milliseconds since 1970.
    public var start: Int64
    /// When it was seen last; nil: it has not ended yet.
    public var end: Int64?
    /// Milliseconds between that nobody saw.
    public var unseen: Int64
    /// Minutes by which the local time was ahead of UTC.
    public var offset: Int
    public var source: TitleSource
}

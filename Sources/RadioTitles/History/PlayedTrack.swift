import RadioFormats

/// A track that was written down.
public struct PlayedTrack: Hashable, Sendable {
    public var track: TrackInfo
    /// The station's id and name.
    public var station: String
    public var stationName: String
    /// Since 1970-01-01T00:00:00Z.
    public var start: MediaTime
    /// When it was seen last; nil: it has not ended yet.
    public var end: MediaTime?
    /// How long nobody saw it between.
    public var unseen: Duration
    /// Minutes by which the local time was ahead of UTC.
    public var offset: Int
    public var source: TitleSource

    /// How long the listener heard it, without pauses and other stations between; nil where it was logged and not heard, or goes on.
    public var heard: Duration? {
        guard source == .heard, let end else { return nil }
        return max((end - start).duration - unseen, .zero)
    }

    /// How long the track is, as the station says; or else, where it was logged, how long it was shown. Nil where neither is known.
    public var length: Duration? {
        if let duration = track.duration { return duration }
        guard source != .heard, let end else { return nil }
        return (end - start).duration
    }
}

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

    /// How long the listener heard it, without pauses and other stations between; nil where it was logged and not heard, or goes on.
    public var heard: Duration? {
        guard source == .heard, let end else { return nil }
        return .milliseconds(max(end - start - unseen, 0))
    }

    /// How long the track is, as the station says; or else, where it was logged, how long it was shown. Nil where neither is known.
    public var length: Duration? {
        if let duration = track.duration { return duration }
        guard source != .heard, let end else { return nil }
        return .milliseconds(end - start)
    }
}

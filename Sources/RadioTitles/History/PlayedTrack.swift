import RadioFormats

/// A track in the file of titles.
public struct PlayedTrack: Hashable, Sendable {
    public var track: TrackInfo
    /// The station's id.
    public var station: String
    public var stationName: String
    /// When the track began, since 1970-01-01T00:00:00Z.
    public var start: MediaTime
    /// When the track was last shown or heard; nil if it has not ended yet.
    public var end: MediaTime?
    /// How long, between the track's start and end, its station was not observed.
    public var unseen: Duration
    /// Minutes by which the local time was ahead of UTC.
    public var offset: Int
    public var source: TitleSource

    /// How long the listener heard the track, without pauses and other stations in between. Nil if the track was logged
    /// and not heard, or has not ended.
    public var heard: Duration? {
        guard source == .heard, let end else { return nil }
        return max((end - start).duration - unseen, .zero)
    }

    /// The track's length as its station states it. If the station states none, a logged track has the time for which
    /// it was shown. Nil if neither is known.
    public var length: Duration? {
        if let duration = track.duration { return duration }
        guard source != .heard, let end else { return nil }
        return (end - start).duration
    }
}

extension PlayedTrack: CustomStringConvertible {
    public var description: String { "\(track) (\(stationName))" }
}

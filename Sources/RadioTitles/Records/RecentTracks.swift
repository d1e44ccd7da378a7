import RadioFormats

/// The recently ended tracks of a station.
///
/// With them, titles of older sound (a burst), which a server sends when a connection begins, are recognised: after a
/// reconnect they arrive once more, although the station does not play the tracks again.
package struct RecentTracks: Hashable, Sendable {
    /// A track and when it was last shown.
    package struct Ended: Hashable, Sendable {
        package var track: TrackInfo
        package var at: LogMoment

        package init(track: TrackInfo, at: LogMoment) {
            self.track = track
            self.at = at
        }
    }

    /// How far a burst reaches back at most: the duration of 64 KiB of sound, Icecast's default burst, at 8 kbit/s.
    package static let reach = Duration.seconds(65)
    /// Maximum number of tracks, enough for the songs and jingles of a burst. If there are more, the oldest are
    /// dropped.
    static let maximumTracks = 16

    private(set) var tracks: [Ended]

    init(_ tracks: [Ended]) { self.tracks = Array(tracks.suffix(Self.maximumTracks)) }

    mutating func add(_ ended: Ended) {
        if tracks.count == Self.maximumTracks { tracks.removeFirst() }
        tracks.append(ended)
    }

    /// Returns whether a burst that arrives now could contain the track.
    func contains(_ track: TrackInfo, at now: LogMoment) -> Bool {
        tracks.contains { $0.at.duration(to: now) <= Self.reach && TrackDetector.isSame($0.track, track) }
    }
}

import RadioFormats

/// Tracks of a station that ended a moment ago. A server begins a connection with what it sent before (a burst), titles too: behind a
/// reconnect or restart these are shown once more, and are no new ones.
package struct RecentTracks: Hashable, Sendable {
    package struct Ended: Hashable, Sendable {
        package var track: TrackInfo
        package var at: LogMoment

        package init(track: TrackInfo, at: LogMoment) {
            self.track = track
            self.at = at
        }
    }

    /// How far a burst reaches back: 64 KiB of sound, as Icecast gives, at 8 kbit/s.
    package static let reach = Duration.seconds(65)
    /// With jingles between songs; the oldest go.
    static let maximumTracks = 16

    private(set) var tracks: [Ended]

    init(_ tracks: [Ended]) { self.tracks = Array(tracks.suffix(Self.maximumTracks)) }

    mutating func add(_ ended: Ended) {
        if tracks.count == Self.maximumTracks { tracks.removeFirst() }
        tracks.append(ended)
    }

    /// Whether a burst that comes now could bring it.
    func contains(_ track: TrackInfo, at now: LogMoment) -> Bool {
        tracks.contains { $0.at.duration(to: now) <= Self.reach && TrackDetector.isSame($0.track, track) }
    }
}

import RadioFormats
import RadioLoop

/// The track that is heard. Published when the first sound after the track's metadata leaves the loudspeaker.
public struct NowPlaying: Hashable, Sendable {
    public var track: TrackInfo
    public var stationName: String
    /// The address of the track's artwork, or of the station's if the track has none.
    public var artworkURL: String?
    /// The pictures inside the stream's own metadata, in the order of the metadata.
    package var pictures: [EmbeddedPicture] = []
    /// The number of titles before this one that were not read, because the station sent too many.
    package var skipped = 0
    /// When the track's metadata was received.
    public var received: MonotonicInstant
    /// When the first sound after the track's metadata left the loudspeaker.
    public var heard: MonotonicInstant
    /// The position of the first sound after the track's metadata, counted like `PlaybackSnapshot.currentTime`.
    public var position: MediaTime

    package init(
        track: TrackInfo, stationName: String, artworkURL: String? = nil, pictures: [EmbeddedPicture] = [],
        skipped: Int = 0, received: MonotonicInstant, heard: MonotonicInstant, position: MediaTime
    ) {
        self.track = track
        self.stationName = stationName
        self.artworkURL = artworkURL
        self.pictures = pictures
        self.skipped = skipped
        self.received = received
        self.heard = heard
        self.position = position
    }

    public var artist: String? { track.artist }
    public var title: String? { track.title }
}

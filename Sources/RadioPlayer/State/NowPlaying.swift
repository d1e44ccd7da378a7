import RadioFormats
import RadioLoop

/// What is being heard: published when the first frame after the metadata leaves the loudspeaker.
public struct NowPlaying: Hashable, Sendable {
    public var track: TrackInfo
    public var stationName: String
    /// The artwork of the track, else that of the station.
    public var artworkURL: String?
    /// Inside the stream's own metadata, in their order there.
    package var pictures: [EmbeddedPicture] = []
    /// When the metadata was parsed.
    public var received: MonotonicInstant
    /// When the sound that it belongs to was heard.
    public var heard: MonotonicInstant
    /// Where in the item it was heard.
    public var position: MediaTime

    public var artist: String? { track.artist }
    public var title: String? { track.title }
    /// The bytes as they came.
    public var raw: [UInt8] { track.raw }
}

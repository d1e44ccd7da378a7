import RadioFormats

/// How a stream of segments is to be played.
public struct HlsSettings: Hashable, Sendable {
    public var quality = StreamQuality.auto
    /// Languages of the sound that are wanted, the best first, as RFC 5646 writes them (`de`, `en-GB`).
    public var languages: [String] = []
    /// Plays closer to the live edge, by parts, where the server offers them.
    public var isLowLatency = false
    /// Where to begin, from the start of what has an end; nil: where its author wants.
    package var startTime: MediaTime?
    /// What the connection before knew: positions go on from it.
    package var before: HlsPresentation?
    /// How far its sound was received: a live stream begins no earlier.
    package var received: MediaTime?
    /// The rendition that the listener has chosen: its name, or an empty one.
    package var renditionName: String?

    /// Segments are not fetched: only what playlists say of them is wanted. May be changed while it goes on.
    package var isPlaylistOnly = false

    public init() {}
}

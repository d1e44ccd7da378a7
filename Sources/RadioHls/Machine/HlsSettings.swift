import RadioFormats

/// How a stream of segments is played.
public struct HlsSettings: Hashable, Sendable {
    public var quality = StreamQuality.auto
    /// The languages that the listener prefers, the most preferred first, in the form of RFC 5646 (`de`, `en-GB`).
    public var languages: [String] = []
    /// Whether to play parts of segments, if the server offers parts. Playing is then closer to the live edge.
    public var isLowLatency = false
    /// The position at which to begin a finite stream; nil to begin where the playlist says.
    package var startTime: MediaTime?
    /// The previous connection's presentation, whose positions the new connection continues; nil for a first
    /// connection.
    package var before: HlsPresentation?
    /// The position up to which the previous connection received the sound. The new connection to a live stream begins
    /// no earlier.
    package var received: MediaTime?
    /// The name of the rendition that the listener has chosen; nil if none was chosen. A name may be empty.
    package var renditionName: String?

    /// The address of the first playlist, before redirects; nil if it is the playlist's URL.
    ///
    /// If a server no longer accepts the addresses that the playlists named, this address is asked for new ones.
    package var address: String?
    /// Whether a list at the station's own address named ``address``. That list may name a new address by now.
    package var isListed = false

    /// Whether only playlists are fetched, for their information about segments, and not the segments themselves.
    ///
    /// ``HlsEvent/mediaWanted(_:)`` changes this later.
    package var isPlaylistOnly = false

    public init() {}
}

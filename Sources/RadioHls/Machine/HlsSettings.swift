import RadioFormats

/// How a stream of segments is played.
public struct HlsSettings: Hashable, Sendable {
    public var quality = StreamQuality.auto
    /// The wanted languages of the sound, the best first, as RFC 5646 writes them (`de`, `en-GB`).
    public var languages: [String] = []
    /// Whether the stream is played closer to the live edge, by parts, if the server offers them.
    public var isLowLatency = false
    /// The position to begin at in a stream with an end; nil for its author's choice.
    package var startTime: MediaTime?
    /// The presentation of the connection before, whose positions continue.
    package var before: HlsPresentation?
    /// How far that connection received the sound. A live stream begins no earlier.
    package var received: MediaTime?
    /// The name of the rendition that the listener has chosen, which may be empty; nil if none was chosen.
    package var renditionName: String?

    /// Whether segments are not fetched, because only what playlists say of them is wanted.
    ///
    /// ``HlsEvent/mediaWanted(_:)`` changes this later.
    package var isPlaylistOnly = false

    public init() {}
}

import RadioFormats

/// The known properties of a stream of segments as a whole.
package struct HlsPresentation: Hashable, Sendable {
    /// Whether the stream has an end, so that nothing is added to it any more.
    package var isFinite = false
    /// The first position that can be played: the beginning of the stream, or of a live stream's window.
    package var start = MediaTime.zero
    /// The end of what can be played.
    package var end = MediaTime.zero
    /// The position where a new listener begins.
    package var edge = MediaTime.zero
    /// PART-HOLD-BACK: how far behind ``end`` a listener begins if parts of segments are played as they come; nil if
    /// they are not.
    package var partHoldBack: MediaTime?
    /// When the sound at ``start`` was recorded, since 1970; nil if the playlist does not say.
    package var wallClock: MediaTime?
    /// The track that brings the sound.
    package var track = HlsTrack(uri: "")
    /// The renditions of the sound to choose from.
    package var renditions: [Rendition] = []
    /// The variants that are offered; empty if the address leads to a media playlist.
    package var variants: [Variant] = []
    /// The target duration that the media playlist names.
    package var targetDuration = MediaTime.zero
    /// The value of EXT-X-PLAYLIST-TYPE; nil if there is none.
    package var kind: MediaPlaylist.Kind?
    /// The methods by which segments are encrypted, by name (`AES-128`); empty if they are not.
    package var encryption: [String] = []
    /// The number of the segment after the last that can be requested.
    package var nextSequence: Int64 = 0
    /// When the sound after the last segment was recorded, since 1970; nil if the playlist does not say.
    package var endWallClock: MediaTime?

    package init() {}

    package var duration: MediaTime { end - start }
}

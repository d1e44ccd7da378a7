import RadioFormats

/// What is known of a stream of segments as a whole.
package struct HlsPresentation: Hashable, Sendable {
    /// It has an end: nothing is added to it any more.
    package var isFinite = false
    /// What can be played, as positions of the presentation: all of it, or a live stream's window.
    package var start = MediaTime.zero
    package var end = MediaTime.zero
    /// Where a listener begins who comes now.
    package var edge = MediaTime.zero
    /// PART-HOLD-BACK: how far behind ``end`` a listener begins where parts of segments are played as they come; nil where they are not.
    package var partHoldBack: MediaTime?
    /// When what lies at ``start`` was recorded, since 1970; nil where it is not told.
    package var wallClock: MediaTime?
    /// What brings the sound.
    package var track = HlsTrack(uri: "")
    /// The renditions of the sound that can be chosen.
    package var renditions: [Rendition] = []
    /// The variants that are offered; none where the address leads to a media playlist.
    package var variants: [Variant] = []
    /// As the media playlist says it.
    package var targetDuration = MediaTime.zero
    /// EXT-X-PLAYLIST-TYPE; nil where there is none.
    package var kind: MediaPlaylist.Kind?
    /// How segments are encrypted, by the methods' names (`AES-128`); none where they are not.
    package var encryption: [String] = []
    /// What can be asked for ends before the segment of this number.
    package var nextSequence: Int64 = 0
    /// When what follows the last segment is recorded, since 1970; nil where it is not told.
    package var endWallClock: MediaTime?

    package init() {}

    package var duration: MediaTime { end - start }
}

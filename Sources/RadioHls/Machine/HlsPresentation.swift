import RadioFormats

/// What is known of a stream of segments as a whole.
public struct HlsPresentation: Hashable, Sendable {
    /// It has an end: nothing is added to it any more.
    public var isFinite = false
    /// What can be played, as positions of the presentation: all of it, or a live stream's window.
    public var start = MediaTime.zero
    public var end = MediaTime.zero
    /// Where a listener begins who comes now.
    public var edge = MediaTime.zero
    /// PART-HOLD-BACK: how far behind ``end`` a listener begins where parts of segments are played as they come; nil where they are not.
    public var partHoldBack: MediaTime?
    /// When what lies at ``start`` was recorded, since 1970; nil where it is not told.
    public var wallClock: MediaTime?
    /// What brings the sound.
    public var track = HlsTrack(uri: "")
    /// The renditions of the sound that can be chosen.
    public var renditions: [Rendition] = []
    /// The variants that are offered; none where the address leads to a media playlist.
    public var variants: [Variant] = []
    /// As the media playlist says it.
    public var targetDuration = MediaTime.zero
    /// EXT-X-PLAYLIST-TYPE; nil where there is none.
    public var kind: MediaPlaylist.Kind?
    /// How segments are encrypted, by the methods' names (`AES-128`); none where they are not.
    public var encryption: [String] = []
    /// What can be asked for ends before the segment of this number.
    public var nextSequence: Int64 = 0
    /// When what follows the last segment is recorded, since 1970; nil where it is not told.
    public var endWallClock: MediaTime?

    public init() {}

    public var duration: MediaTime { end - start }
}

/// What is known of a stream of segments as a whole.
public struct HlsPresentation: Hashable, Sendable {
    /// It has an end: nothing is added to it any more.
    public var isFinite = false
    /// What can be played, as positions of the presentation: all of it, or a live stream's window.
    public var start = MediaTime.zero
    public var end = MediaTime.zero
    /// Where a listener begins who comes now.
    public var edge = MediaTime.zero
    /// When what lies at ``start`` was recorded, since 1970; nil where it is not told.
    public var wallClock: MediaTime?
    /// What brings the sound.
    public var track = HlsTrack(uri: "")
    /// The renditions of the sound that can be chosen.
    public var renditions: [Rendition] = []

    public init() {}

    public var duration: MediaTime { end - start }
}

import RadioFormats

/// The known properties of a stream of segments as a whole.
package struct HlsPresentation: Hashable, Sendable {
    /// Whether the stream is complete, so that nothing will be added to it.
    package var isFinite = false
    /// The first position that can be played: the beginning of the stream or, for a live stream, of its oldest segment
    /// in the playlist.
    package var start = MediaTime.zero
    /// The position of the end of the last segment, or part, that can be played.
    package var end = MediaTime.zero
    /// The position where playing begins by default, for a live stream near its live edge.
    package var edge = MediaTime.zero
    /// PART-HOLD-BACK: the distance from ``end`` at which playing begins if parts of segments are played; nil if parts
    /// are not played.
    package var partHoldBack: MediaTime?
    /// The date of the sound at ``start``, counted since 1970; nil if the playlist does not say.
    package var wallClock: MediaTime?
    /// The track that the sound comes from.
    package var track = HlsTrack(uri: "")
    /// The renditions of the sound from which the listener can choose.
    package var renditions: [Rendition] = []
    /// The variants that the multivariant playlist offers; empty if the address leads to a media playlist.
    package var variants: [Variant] = []
    /// EXT-X-TARGETDURATION of the media playlist, an upper limit for segments' durations.
    package var targetDuration = MediaTime.zero
    /// The value of EXT-X-PLAYLIST-TYPE; nil if there is none.
    package var kind: MediaPlaylist.Kind?
    /// The names of the segments' encryption methods, such as `AES-128`; empty if the segments are not encrypted.
    package var encryption: [String] = []
    /// One more than the media sequence number of the last whole segment.
    package var nextSequence: Int64 = 0
    /// The date of the end of the last whole segment, counted since 1970; nil if the playlist does not say.
    package var endWallClock: MediaTime?

    package init() {}

    package var duration: MediaTime { end - start }
}

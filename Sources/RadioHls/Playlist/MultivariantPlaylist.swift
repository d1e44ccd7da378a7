/// The variants of one presentation (RFC 8216 §4.3.4, where it is called master playlist; rfc8216bis §4.4.6).
package struct MultivariantPlaylist: Hashable, Sendable {
    /// EXT-X-VERSION; 1 if there is none.
    package var version = 1
    /// EXT-X-STREAM-INF, in the playlist's order. The playlist's author recommends beginning with the first variant.
    package var variants: [Variant] = []
    /// EXT-X-MEDIA: the renditions of sound, video, subtitles and captions.
    package var renditions: [Rendition] = []
    /// EXT-X-I-FRAME-STREAM-INF. These variants have no sound.
    package var iFrameVariants: [Variant] = []
    /// EXT-X-SESSION-DATA: information about the whole presentation.
    package var sessionData: [SessionData] = []
    /// EXT-X-SESSION-KEY: the keys that media playlists will name.
    package var sessionKeys: [SegmentKey] = []
    /// EXT-X-CONTENT-STEERING: the server that decides which variants to use; nil if there is none.
    package var contentSteering: ContentSteering?
    /// EXT-X-START: where playing begins in media playlists that have no such tag of their own.
    package var start: StartPoint?
    /// EXT-X-INDEPENDENT-SEGMENTS: in every media playlist, each segment can be decoded without the others.
    package var hasIndependentSegments = false
    /// EXT-X-DEFINE: the variables that media playlists may import.
    package var variables: [String: String] = [:]
    package var warnings: [HlsPlaylistWarning] = []

    package init() {}

    /// Returns the renditions of a kind in a group, in the playlist's order.
    package func renditions(_ kind: Rendition.Kind, group: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == group }
    }
}

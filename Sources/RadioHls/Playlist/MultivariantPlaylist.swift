/// The variants of one presentation (RFC 8216 §4.3.4, where it is called master playlist; rfc8216bis §4.4.6).
package struct MultivariantPlaylist: Hashable, Sendable {
    /// EXT-X-VERSION; 1 where there is none.
    package var version = 1
    /// EXT-X-STREAM-INF, in the order written: the first is what its author would begin with.
    package var variants: [Variant] = []
    /// EXT-X-MEDIA.
    package var renditions: [Rendition] = []
    /// EXT-X-I-FRAME-STREAM-INF; they carry no sound.
    package var iFrameVariants: [Variant] = []
    /// EXT-X-SESSION-DATA.
    package var sessionData: [SessionData] = []
    /// EXT-X-SESSION-KEY: keys that media playlists will name.
    package var sessionKeys: [SegmentKey] = []
    /// EXT-X-CONTENT-STEERING.
    package var contentSteering: ContentSteering?
    /// EXT-X-START: holds for media playlists that have none of their own.
    package var start: StartPoint?
    /// EXT-X-INDEPENDENT-SEGMENTS: holds for every media playlist.
    package var hasIndependentSegments = false
    /// EXT-X-DEFINE: what media playlists may import.
    package var variables: [String: String] = [:]
    package var warnings: [HlsPlaylistWarning] = []

    package init() {}

    /// The renditions of a kind in a group, in the order written.
    package func renditions(_ kind: Rendition.Kind, group: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == group }
    }
}

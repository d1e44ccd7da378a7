/// The variants of one presentation (RFC 8216 §4.3.4, where it is called master playlist; rfc8216bis §4.4.6).
public struct MultivariantPlaylist: Hashable, Sendable {
    /// EXT-X-VERSION; 1 where there is none.
    public var version = 1
    /// EXT-X-STREAM-INF, in the order written: the first is what its author would begin with.
    public var variants: [Variant] = []
    /// EXT-X-MEDIA.
    public var renditions: [Rendition] = []
    /// EXT-X-I-FRAME-STREAM-INF; they carry no sound.
    public var iFrameVariants: [Variant] = []
    /// EXT-X-SESSION-DATA.
    public var sessionData: [SessionData] = []
    /// EXT-X-SESSION-KEY: keys that media playlists will name.
    public var sessionKeys: [SegmentKey] = []
    /// EXT-X-CONTENT-STEERING.
    public var contentSteering: ContentSteering?
    /// EXT-X-START: holds for media playlists that have none of their own.
    public var start: StartPoint?
    /// EXT-X-INDEPENDENT-SEGMENTS: holds for every media playlist.
    public var hasIndependentSegments = false
    /// EXT-X-DEFINE: what media playlists may import.
    public var variables: [String: String] = [:]
    public var warnings: [HlsPlaylistWarning] = []

    public init() {}

    /// The renditions of a kind in a group, in the order written.
    public func renditions(_ kind: Rendition.Kind, group: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == group }
    }
}

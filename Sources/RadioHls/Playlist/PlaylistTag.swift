/// The tags that are read. All others are ignored (RFC 8216 §6.3.1).
enum PlaylistTag: String, CaseIterable {
    // Tags in media playlists and multivariant playlists.
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"
    // Tags for a whole media playlist.
    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case endList = "EXT-X-ENDLIST"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case allowCache = "EXT-X-ALLOW-CACHE"
    case partInformation = "EXT-X-PART-INF"
    case serverControl = "EXT-X-SERVER-CONTROL"
    case skip = "EXT-X-SKIP"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"
    case dateRange = "EXT-X-DATERANGE"
    // Tags for segments.
    case segment = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case key = "EXT-X-KEY"
    case map = "EXT-X-MAP"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case gap = "EXT-X-GAP"
    case bitRate = "EXT-X-BITRATE"
    case part = "EXT-X-PART"
    // Tags in multivariant playlists.
    case variant = "EXT-X-STREAM-INF"
    case iFrameVariant = "EXT-X-I-FRAME-STREAM-INF"
    case rendition = "EXT-X-MEDIA"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case contentSteering = "EXT-X-CONTENT-STEERING"

    /// The tags by name, because a dictionary is faster than trying each case.
    static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The kinds of playlist in which a tag may occur.
    enum Scope {
        case both, media, multivariant
    }

    var scope: Scope {
        switch self {
        case .version, .independentSegments, .start, .define: .both
        case .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType, .iFramesOnly,
            .allowCache, .partInformation, .serverControl, .skip, .preloadHint, .renditionReport, .dateRange,
            .segment, .byteRange, .discontinuity, .key, .map, .programDateTime, .gap, .bitRate, .part:
            .media
        case .variant, .iFrameVariant, .rendition, .sessionData, .sessionKey, .contentSteering: .multivariant
        }
    }

    /// Whether the tag's text is an attribute list.
    var hasAttributes: Bool {
        switch self {
        case .start, .define, .partInformation, .serverControl, .skip, .preloadHint, .renditionReport, .dateRange, .key,
            .map, .part, .variant, .iFrameVariant, .rendition, .sessionData, .sessionKey, .contentSteering:
            true
        case .version, .independentSegments, .targetDuration, .mediaSequence, .discontinuitySequence, .endList,
            .playlistType, .iFramesOnly, .allowCache, .segment, .byteRange, .discontinuity, .programDateTime, .gap,
            .bitRate:
            false
        }
    }
}

import RadioFormats

/// The segments of one rendition (RFC 8216 §4.3.3, rfc8216bis §4.4.3), as they stand at one moment.
public struct MediaPlaylist: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Segments are added, none is taken away.
        case event
        /// Nothing changes.
        case onDemand
    }

    /// EXT-X-VERSION; 1 where there is none.
    public var version = 1
    /// EXT-X-TARGETDURATION; where it is missing or unreadable, the longest segment's duration, rounded up to seconds,
    /// or ten seconds where there is none. Above zero.
    public var targetDuration = MediaTime(value: 10, timescale: 1)
    /// The number of the first segment *of the whole playlist*: in a delta update, of the first one skipped.
    public var mediaSequence: Int64 = 0
    /// The discontinuity number of the first segment of the whole playlist.
    public var discontinuitySequence: Int64 = 0
    /// EXT-X-ENDLIST: no segment will be added.
    public var isEnded = false
    /// EXT-X-PLAYLIST-TYPE; nil: segments may come and go.
    public var kind: Kind?
    /// EXT-X-I-FRAMES-ONLY: there is no sound in it.
    public var isIFramesOnly = false
    /// EXT-X-INDEPENDENT-SEGMENTS.
    public var hasIndependentSegments = false
    /// EXT-X-START.
    public var start: StartPoint?
    /// EXT-X-SERVER-CONTROL.
    public var serverControl: ServerControl?
    /// EXT-X-PART-INF's PART-TARGET.
    public var partTarget: MediaTime?
    /// In their order; numbers without holes. Their first is ``mediaSequence`` + ``skippedSegments``.
    public var segments: [MediaSegment] = []
    /// The segment after the last, of which only parts, or the hint of one, are there: no URI; its duration is that of
    /// its parts.
    public var openSegment: MediaSegment?
    /// EXT-X-PRELOAD-HINT.
    public var preloadHints: [PreloadHint] = []
    /// EXT-X-RENDITION-REPORT.
    public var renditionReports: [RenditionReport] = []
    /// EXT-X-DATERANGE, those of the same ID made one.
    public var dateRanges: [DateRange] = []
    /// EXT-X-SKIP's SKIPPED-SEGMENTS: above zero, this is a delta update and must be joined with the playlist before:
    /// ``merging(delta:)``.
    public var skippedSegments = 0
    /// EXT-X-SKIP's RECENTLY-REMOVED-DATERANGES: identifiers; nil: the update holds every date range there is.
    public var removedDateRanges: [String]?
    /// EXT-X-ALLOW-CACHE, which version 7 took away: it has no effect.
    public var allowsCache = true
    /// EXT-X-DEFINE: the variables' values.
    public var variables: [String: String] = [:]
    public var warnings: [HlsPlaylistWarning] = []
    /// What the first segments of a delta update inherit from those skipped.
    var inheritance = DeltaInheritance()

    public init() {}

    /// It is a delta update (rfc8216bis §6.2.5.1).
    public var isDelta: Bool { skippedSegments > 0 }

    /// The parts after the last whole segment.
    public var trailingParts: [PartialSegment] { openSegment?.parts ?? [] }

    /// What all segments last together, without the open one.
    public var duration: MediaTime { segments.reduce(.zero) { $0 + $1.duration } }
}

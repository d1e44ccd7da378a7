import RadioFormats

/// The segments of one rendition (RFC 8216 §4.3.3, rfc8216bis §4.4.3), as they stand at one moment.
package struct MediaPlaylist: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Segments are added, none is taken away.
        case event
        /// Nothing changes.
        case onDemand
    }

    /// EXT-X-VERSION; 1 where there is none.
    package var version = 1
    /// EXT-X-TARGETDURATION; where it is missing or unreadable, the longest segment's duration, rounded up to seconds,
    /// or ten seconds where there is none. Above zero.
    package var targetDuration = MediaTime(value: 10, timescale: 1)
    /// The number of the first segment *of the whole playlist*: in a delta update, of the first one skipped.
    package var mediaSequence: Int64 = 0
    /// The discontinuity number of the first segment of the whole playlist.
    package var discontinuitySequence: Int64 = 0
    /// EXT-X-ENDLIST: no segment will be added.
    package var isEnded = false
    /// EXT-X-PLAYLIST-TYPE; nil: segments may come and go.
    package var kind: Kind?
    /// EXT-X-I-FRAMES-ONLY: there is no sound in it.
    package var isIFramesOnly = false
    /// EXT-X-INDEPENDENT-SEGMENTS.
    package var hasIndependentSegments = false
    /// EXT-X-START.
    package var start: StartPoint?
    /// EXT-X-SERVER-CONTROL.
    package var serverControl: ServerControl?
    /// EXT-X-PART-INF's PART-TARGET.
    package var partTarget: MediaTime?
    /// In their order; numbers without holes. Their first is ``mediaSequence`` + ``skippedSegments``.
    package var segments: [MediaSegment] = []
    /// The segment after the last, of which only parts, or the hint of one, are there: no URI; its duration is that of
    /// its parts.
    package var openSegment: MediaSegment?
    /// EXT-X-PRELOAD-HINT.
    package var preloadHints: [PreloadHint] = []
    /// EXT-X-RENDITION-REPORT.
    package var renditionReports: [RenditionReport] = []
    /// EXT-X-DATERANGE, those of the same ID made one.
    package var dateRanges: [DateRange] = []
    /// EXT-X-SKIP's SKIPPED-SEGMENTS: above zero, this is a delta update and must be joined with the playlist before:
    /// ``merging(delta:)``.
    package var skippedSegments = 0
    /// EXT-X-SKIP's RECENTLY-REMOVED-DATERANGES: identifiers; nil: the update holds every date range there is.
    package var removedDateRanges: [String]?
    /// EXT-X-ALLOW-CACHE, which version 7 took away: it has no effect.
    package var allowsCache = true
    /// EXT-X-DEFINE: the variables' values.
    package var variables: [String: String] = [:]
    package var warnings: [HlsPlaylistWarning] = []
    /// What the first segments of a delta update inherit from those skipped.
    var inheritance = DeltaInheritance()

    package init() {}

    /// It is a delta update (rfc8216bis §6.2.5.1).
    package var isDelta: Bool { skippedSegments > 0 }

    /// The parts after the last whole segment.
    package var trailingParts: [PartialSegment] { openSegment?.parts ?? [] }

    /// What all segments last together, without the open one.
    package var duration: MediaTime { segments.reduce(.zero) { $0 + $1.duration } }
}

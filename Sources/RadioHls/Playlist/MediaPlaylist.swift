import RadioFormats

/// The segments of one variant or rendition at one moment (RFC 8216 §4.3.3, rfc8216bis §4.4.3).
package struct MediaPlaylist: Hashable, Sendable {
    /// How a playlist may change.
    package enum Kind: Hashable, Sendable {
        /// Segments are added, and none is removed.
        case event
        /// The playlist never changes.
        case onDemand
    }

    /// EXT-X-VERSION; 1 if there is none.
    package var version = 1
    /// EXT-X-TARGETDURATION; above zero.
    ///
    /// If it is missing or unreadable, this is the longest segment's duration, rounded up to seconds, or ten seconds if
    /// there is no segment.
    package var targetDuration = MediaTime(value: 10, timescale: 1)
    /// The sequence number of the first segment; in a delta update, of the first skipped segment.
    package var mediaSequence: Int64 = 0
    /// The discontinuity sequence number of the first segment; in a delta update, of the first skipped segment.
    package var discontinuitySequence: Int64 = 0
    /// EXT-X-ENDLIST: no segment will be added.
    package var isEnded = false
    /// EXT-X-PLAYLIST-TYPE; nil if segments may come and go.
    package var kind: Kind?
    /// EXT-X-I-FRAMES-ONLY: the playlist has no sound.
    package var isIFramesOnly = false
    /// EXT-X-INDEPENDENT-SEGMENTS: each segment can be decoded without the others.
    package var hasIndependentSegments = false
    /// EXT-X-START: where the playlist's author wants playing to begin; nil if there is no such tag.
    package var start: StartPoint?
    /// EXT-X-SERVER-CONTROL: the features that the server offers for live playlists; nil if there is no such tag.
    package var serverControl: ServerControl?
    /// EXT-X-PART-INF's PART-TARGET: the longest duration of a part; nil if there is no such tag.
    package var partTarget: MediaTime?
    /// The segments in order, numbered without gaps. The first number is ``mediaSequence`` + ``skippedSegments``.
    package var segments: [MediaSegment] = []
    /// The segment after the last whole one; the server has published only parts of this segment, or a hint of a part.
    ///
    /// The segment has no URI, and its duration is that of its parts.
    package var openSegment: MediaSegment?
    /// EXT-X-PRELOAD-HINT: the parts and init sections that the server announces.
    package var preloadHints: [PreloadHint] = []
    /// EXT-X-RENDITION-REPORT: how far the playlists of other variants and renditions reach.
    package var renditionReports: [RenditionReport] = []
    /// EXT-X-DATERANGE: information about stretches of time. Tags with the same ID make one range.
    package var dateRanges: [DateRange] = []
    /// EXT-X-SKIP's SKIPPED-SEGMENTS: the number of segments that a delta update leaves out.
    ///
    /// If the number is above zero, this playlist is a delta update, which must be merged with the previous playlist:
    /// ``merging(delta:)``.
    package var skippedSegments = 0
    /// The identifiers in EXT-X-SKIP's RECENTLY-REMOVED-DATERANGES; nil if the update contains every date range.
    package var removedDateRanges: [String]?
    /// EXT-X-ALLOW-CACHE, which version 7 of the protocol removed. Longwave ignores the value.
    package var allowsCache = true
    /// The values of the variables (EXT-X-DEFINE).
    package var variables: [String: String] = [:]
    package var warnings: [HlsPlaylistWarning] = []
    /// In a delta update, the number of segments that inherit each property from the last skipped segment.
    var inheritance = DeltaInheritance()

    package init() {}

    /// Whether the playlist is live and lists nothing yet.
    var isWaiting: Bool { segments.isEmpty && openSegment == nil && !isEnded && !isDelta && !isIFramesOnly }

    /// Adds to the discontinuity numbers of all segments, because the server did not count a discontinuity that has
    /// left the playlist, or has removed one.
    mutating func addDiscontinuities(_ count: Int64) {
        guard count != 0 else { return }
        discontinuitySequence += count
        for index in segments.indices { segments[index].discontinuity += count }
        openSegment?.discontinuity += count
    }

    /// Whether this is a delta update (rfc8216bis §6.2.5.1).
    package var isDelta: Bool { skippedSegments > 0 }

    /// The parts after the last whole segment.
    package var trailingParts: [PartialSegment] { openSegment?.parts ?? [] }

    /// The duration of all segments together, without ``openSegment``.
    package var duration: MediaTime { segments.reduce(.zero) { $0 + $1.duration } }
}

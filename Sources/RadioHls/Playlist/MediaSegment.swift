import RadioFormats

/// A segment of a media playlist with all that its tags, and those before it, say about it (RFC 8216 §4.3.2).
package struct MediaSegment: Hashable, Sendable {
    /// The media sequence number (§4.3.3.2).
    package var sequence: Int64
    /// As written, variables replaced: relative to the playlist's URL. Empty for ``MediaPlaylist/openSegment``.
    package var uri: String
    /// What follows the comma of EXTINF, as written and without surrounding spaces; empty where there is nothing.
    package var title = ""
    /// The discontinuity sequence number (§6.2.1): equal in all renditions of a presentation for the same stretch.
    package var discontinuity: Int64 = 0
    /// What it has in common with others; nil where there is nothing of it.
    var context: SegmentContext?
    /// EXT-X-PART.
    package var parts: [PartialSegment] = []
    /// EXT-X-BYTERANGE; nil: the whole resource.
    package var byteRange: HlsByteRange?
    /// EXT-X-DISCONTINUITY stands before it: its format, time stamps or encoding may differ.
    package var isDiscontinuous = false
    /// EXT-X-GAP: it is not there and must not be asked for (rfc8216bis §4.4.4.7).
    package var isGap = false
    // There may be tens of thousands of segments: times are kept in flicks, which take half as much.
    private var durationFlicks: Int64
    private var programDateFlicks: Int64?
    private var wallClockFlicks: Int64?

    package init(sequence: Int64, uri: String, duration: MediaTime) {
        self.sequence = sequence
        self.uri = uri
        durationFlicks = duration.flicks
    }

    /// EXTINF.
    package var duration: MediaTime {
        get { MediaTime(flicks: durationFlicks) }
        set { durationFlicks = newValue.flicks }
    }

    /// Longer is nonsense: sums of it stay exact.
    static let longestSpan = MediaTime(value: 6 * 3600, timescale: 1)

    /// ``duration`` within sensible limits.
    var span: MediaTime { min(max(duration, .zero), Self.longestSpan) }

    /// EXT-X-PROGRAM-DATE-TIME of this segment itself: since 1970-01-01T00:00:00Z.
    package var programDateTime: MediaTime? {
        get { programDateFlicks.map { MediaTime(flicks: $0) } }
        set { programDateFlicks = newValue?.flicks }
    }

    /// When its first sample was recorded: ``programDateTime``, or worked out from a neighbour's across the durations
    /// between them (§6.3.3), never across a discontinuity.
    package var wallClock: MediaTime? {
        get { wallClockFlicks.map { MediaTime(flicks: $0) } }
        set { wallClockFlicks = newValue?.flicks }
    }

    /// EXT-X-KEY, one for each key format in the order written; empty: not encrypted. See ``key``.
    package var keys: [SegmentKey] { context?.keys ?? [] }
    /// EXT-X-MAP.
    package var map: InitSection? { context?.map }
    /// EXT-X-BITRATE in kbit/s; it says nothing of byte ranges (rfc8216bis §4.4.4.8).
    package var bitRate: Int? { byteRange == nil ? context?.bitRate : nil }

    /// The key to decrypt it with; nil: it is not encrypted. Where several are offered, plain AES-128 is preferred, as
    /// the only one that can be used without a licence.
    package var key: SegmentKey? { keys.preferred }
}

extension [SegmentKey] {
    /// The one that can be used, else the first.
    var preferred: SegmentKey? {
        first { $0.method == .aes128 && $0.keyFormat == SegmentKey.identity } ?? first
    }
}

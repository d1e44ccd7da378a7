import RadioFormats

/// A segment of a media playlist, with all that its own and earlier tags say about it (RFC 8216 §4.3.2).
package struct MediaSegment: Hashable, Sendable {
    /// The media sequence number (RFC 8216 §4.3.3.2).
    package var sequence: Int64
    /// The address as written, with variables replaced; relative to the playlist's URL. Empty for
    /// ``MediaPlaylist/openSegment``.
    package var uri: String
    /// The text after the comma of EXTINF, without surrounding spaces; empty if there is none.
    package var title = ""
    /// The discontinuity sequence number (RFC 8216 §6.2.1), which all renditions share for the same stretch of time.
    package var discontinuity: Int64 = 0
    /// The keys, init section and bit rate, which the segment shares with others; nil if it has none of them.
    var context: SegmentContext?
    /// EXT-X-PART: the parts of the segment; empty if the playlist lists none.
    package var parts: [PartialSegment] = []
    /// EXT-X-BYTERANGE: the range of bytes to fetch; nil for the whole resource.
    package var byteRange: HlsByteRange?
    /// Whether EXT-X-DISCONTINUITY precedes the segment: format, time stamps or encoding may differ.
    package var isDiscontinuous = false
    /// Whether the segment does not exist and must not be requested (EXT-X-GAP, rfc8216bis §4.4.4.7).
    package var isGap = false
    // A playlist may have tens of thousands of segments. Their times are kept in flicks, which take half the memory of
    // a `MediaTime`.
    private var durationFlicks: Int64
    private var programDateFlicks: Int64?
    private var wallClockFlicks: Int64?

    package init(sequence: Int64, uri: String, duration: MediaTime) {
        self.sequence = sequence
        self.uri = uri
        durationFlicks = duration.flicks
    }

    /// The duration that EXTINF states, or the target duration if EXTINF is missing or unreadable.
    package var duration: MediaTime {
        get { MediaTime(flicks: durationFlicks) }
        set { durationFlicks = newValue.flicks }
    }

    /// The longest ``span``: six hours, far more than any real segment. The limit keeps sums of spans from overflowing.
    static let longestSpan = MediaTime(value: 6 * 3600, timescale: 1)

    /// ``duration``, but at least zero and at most ``longestSpan``.
    var span: MediaTime { min(max(duration, .zero), Self.longestSpan) }

    /// EXT-X-PROGRAM-DATE-TIME of this segment itself, since 1970-01-01T00:00:00Z.
    package var programDateTime: MediaTime? {
        get { programDateFlicks.map { MediaTime(flicks: $0) } }
        set { programDateFlicks = newValue?.flicks }
    }

    /// The date of the segment's first sample.
    ///
    /// This is ``programDateTime``, or a date computed from another segment's date and the durations between the two
    /// (RFC 8216 §6.3.3), never across a discontinuity.
    package var wallClock: MediaTime? {
        get { wallClockFlicks.map { MediaTime(flicks: $0) } }
        set { wallClockFlicks = newValue?.flicks }
    }

    /// EXT-X-KEY, one for each key format, in the playlist's order; empty if the segment is not encrypted. See ``key``.
    package var keys: [SegmentKey] { context?.keys ?? [] }
    /// EXT-X-MAP: the init section to read before the segment; nil if there is none.
    package var map: InitSection? { context?.map }
    /// EXT-X-BITRATE: the segment's approximate bit rate in kbit/s. The tag does not apply to segments with a byte
    /// range (rfc8216bis §4.4.4.8).
    package var bitRate: Int? { byteRange == nil ? context?.bitRate : nil }

    /// The key to decrypt the segment with; nil if the segment is not encrypted.
    ///
    /// If there are several keys, the one for AES-128 of whole segments is preferred: only it can be used without a
    /// licence.
    package var key: SegmentKey? { keys.preferred }
}

extension [SegmentKey] {
    /// The first key that can be used without a licence, or the first of all keys if there is no such key.
    var preferred: SegmentKey? {
        first { $0.method == .aes128 && $0.keyFormat == SegmentKey.identity } ?? first
    }
}

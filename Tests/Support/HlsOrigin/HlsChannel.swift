import RadioFormats

/// One media playlist of an ``HlsOrigin`` with its segments, as scripted by the test.
package struct HlsChannel: Sendable {
    package enum Kind: Hashable, Sendable {
        /// The playlist lists the newest `window` segments.
        case live(window: Int)
        /// The playlist keeps all segments.
        case event
        /// The playlist lists all segments from the beginning.
        case onDemand
    }

    /// Returns the segment with this number, from 0, or nil after the end of the programme. Called once per segment.
    package typealias Programme = @Sendable (Int) -> HlsOriginSegment?

    package var kind: Kind
    package var programme: Programme
    /// The target duration in seconds.
    package var targetDuration: Int
    /// The media sequence number of segment 0.
    package var firstSequence: Int64 = 0
    /// Further lines at the head of the playlist, such as EXT-X-START.
    package var tags: [String] = []
    /// The time at which segment 0 begins, since 1970. If set, EXT-X-PROGRAM-DATE-TIME precedes each segment.
    package var programDate: MediaTime?
    /// Whether segments are byte ranges of one resource. Only the first range states its offset. Use this
    /// property only with ``Kind/onDemand``.
    package var usesByteRanges = false
    /// The target duration of parts, or nil for a playlist without parts. The playlist lists the parts of the newest
    /// `partSegments` segments, and names the part that comes next (EXT-X-PRELOAD-HINT).
    package var partTarget: MediaTime?
    package var partSegments = 3
    /// Whether a request with `_HLS_msn` and `_HLS_part` waits for that segment or part.
    package var canBlockReload = false
    /// The age in seconds above which a delta update leaves segments out, for requests with `_HLS_skip`. Nil means that
    /// there are no delta updates.
    package var canSkipUntil: Double?
    package var holdBack: Double?
    package var partHoldBack: Double?

    package init(_ kind: Kind, targetDuration: Int, programme: @escaping Programme) {
        self.kind = kind
        self.targetDuration = targetDuration
        self.programme = programme
    }
}

import RadioFormats

/// One media playlist of an ``HlsOrigin``, and its segments: a script that the test writes.
package struct HlsChannel: Sendable {
    package enum Kind: Hashable, Sendable {
        /// Of this many segments; the oldest leave.
        case live(window: Int)
        /// All segments stay.
        case event
        /// All are there from the beginning.
        case onDemand
    }

    /// The segments by number, from 0; nil: the programme is over. Called once a segment.
    package typealias Programme = @Sendable (Int) -> HlsOriginSegment?

    package var kind: Kind
    package var programme: Programme
    /// In seconds.
    package var targetDuration: Int
    /// The media sequence number of segment 0.
    package var firstSequence: Int64 = 0
    /// More lines at the head: EXT-X-START and the like.
    package var tags: [String] = []
    /// When segment 0 begins, since 1970: EXT-X-PROGRAM-DATE-TIME before each segment.
    package var programDate: MediaTime?
    /// Segments are byte ranges of one resource, without offsets where they follow each other. Only ``Kind/onDemand``.
    package var usesByteRanges = false
    /// Parts of segments are listed, those of the last `partSegments` segments; the next is hinted at.
    package var partTarget: MediaTime?
    package var partSegments = 3
    /// `_HLS_msn` and `_HLS_part` are waited for.
    package var canBlockReload = false
    /// `_HLS_skip` is answered with a delta update of what is older than this, in seconds.
    package var canSkipUntil: Double?
    package var holdBack: Double?
    package var partHoldBack: Double?

    package init(_ kind: Kind, targetDuration: Int, programme: @escaping Programme) {
        self.kind = kind
        self.targetDuration = targetDuration
        self.programme = programme
    }
}

/// What is asked for. Actions and events name it by a number that is never used twice.
package struct HlsFetch: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        case playlist
        /// 16 bytes.
        case key
        /// EXT-X-MAP.
        case initSection
        /// A segment or a part of one, and how it is read.
        case media(SegmentPlan)
    }

    package var purpose: Purpose
    /// As the playlist at `base` writes it.
    package var uri: String
    /// The URL of the playlist that names it; empty where `uri` is absolute.
    package var base: String
    /// Parameters that are added to the query (rfc8216bis §6.2.5), as `_HLS_msn=12&_HLS_part=1`; empty: none.
    package var query = ""
    /// nil: the whole resource.
    package var range: HlsByteRange?

    package init(_ purpose: Purpose, uri: String, base: String, range: HlsByteRange? = nil) {
        self.purpose = purpose
        self.uri = uri
        self.base = base
        self.range = range
    }
}

/// A resource to fetch. Actions and events identify each fetch by a number of its own.
package struct HlsFetch: Hashable, Sendable {
    /// The purpose of a fetch.
    package enum Purpose: Hashable, Sendable {
        case playlist
        /// A key of 16 bytes that decrypts segments.
        case key
        /// An init section (EXT-X-MAP).
        case initSection
        /// A segment, or a part of one, and the plan for reading it.
        case media(SegmentPlan)
    }

    package var purpose: Purpose
    /// The address, as the playlist at `base` writes it.
    package var uri: String
    /// The URL of the playlist that lists the resource; empty if `uri` is absolute.
    package var base: String
    /// The parameters to add to the URL's query (rfc8216bis §6.2.5), such as `_HLS_msn=12&_HLS_part=1`; empty for none.
    package var query = ""
    /// The range of bytes to fetch; nil for the whole resource.
    package var range: HlsByteRange?

    package init(_ purpose: Purpose, uri: String, base: String, range: HlsByteRange? = nil) {
        self.purpose = purpose
        self.uri = uri
        self.base = base
        self.range = range
    }
}

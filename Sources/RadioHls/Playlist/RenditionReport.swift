/// How far the media playlist of another variant or rendition reaches (EXT-X-RENDITION-REPORT, rfc8216bis §4.4.5.4).
package struct RenditionReport: Hashable, Sendable {
    /// The address as written, with variables replaced; relative to the playlist's URL.
    package var uri: String
    /// The media sequence number of the last segment or, if the playlist has parts, of the segment with the last part.
    package var lastSequence: Int64?
    /// The number of the last part in that segment, counted from zero.
    package var lastPart: Int?

    package init(uri: String, lastSequence: Int64? = nil, lastPart: Int? = nil) {
        self.uri = uri
        self.lastSequence = lastSequence
        self.lastPart = lastPart
    }
}

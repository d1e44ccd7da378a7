/// How far another rendition's playlist is (EXT-X-RENDITION-REPORT, rfc8216bis §4.4.5.4).
package struct RenditionReport: Hashable, Sendable {
    /// As written, variables replaced; relative to the playlist's URL.
    package var uri: String
    /// The media sequence number of its last segment; where parts are in it, of that which the last part belongs to.
    package var lastSequence: Int64?
    /// The number of the last part within that segment, from zero.
    package var lastPart: Int?

    package init(uri: String, lastSequence: Int64? = nil, lastPart: Int? = nil) {
        self.uri = uri
        self.lastSequence = lastSequence
        self.lastPart = lastPart
    }
}

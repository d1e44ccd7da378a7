import RadioFormats

/// A part: a piece of a segment at the live edge (EXT-X-PART, rfc8216bis §4.4.4.9).
package struct PartialSegment: Hashable, Sendable {
    /// The address as written, with variables replaced; relative to the playlist's URL.
    package var uri: String
    package var duration: MediaTime
    /// The range of bytes; nil for the whole resource.
    package var byteRange: HlsByteRange?
    /// Whether decoding can begin with the part.
    package var isIndependent = false
    /// Whether the part does not exist and must not be requested.
    package var isGap = false

    package init(uri: String, duration: MediaTime, byteRange: HlsByteRange? = nil) {
        self.uri = uri
        self.duration = duration
        self.byteRange = byteRange
    }
}

import RadioFormats

/// A piece of a segment at the live edge (EXT-X-PART, rfc8216bis §4.4.4.9).
package struct PartialSegment: Hashable, Sendable {
    /// As written, variables replaced; relative to the playlist's URL.
    package var uri: String
    package var duration: MediaTime
    /// nil: the whole resource.
    package var byteRange: HlsByteRange?
    /// Decoding can begin with it.
    package var isIndependent = false
    /// It is not there and must not be asked for.
    package var isGap = false

    package init(uri: String, duration: MediaTime, byteRange: HlsByteRange? = nil) {
        self.uri = uri
        self.duration = duration
        self.byteRange = byteRange
    }
}

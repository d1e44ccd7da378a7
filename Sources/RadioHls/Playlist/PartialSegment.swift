import RadioFormats

/// A piece of a segment at the live edge (EXT-X-PART, rfc8216bis §4.4.4.9).
public struct PartialSegment: Hashable, Sendable {
    /// As written, variables replaced; relative to the playlist's URL.
    public var uri: String
    public var duration: MediaTime
    /// nil: the whole resource.
    public var byteRange: HlsByteRange?
    /// Decoding can begin with it.
    public var isIndependent = false
    /// It is not there and must not be asked for.
    public var isGap = false

    public init(uri: String, duration: MediaTime, byteRange: HlsByteRange? = nil) {
        self.uri = uri
        self.duration = duration
        self.byteRange = byteRange
    }
}

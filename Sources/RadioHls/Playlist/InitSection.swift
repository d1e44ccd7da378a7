/// What must be read before the segments that it applies to (EXT-X-MAP, RFC 8216 §4.3.2.5).
package struct InitSection: Hashable, Sendable {
    /// As written, variables replaced; relative to the playlist's URL.
    package var uri: String
    /// nil: the whole resource.
    package var byteRange: HlsByteRange?
    /// The keys that were in force where the tag stands: the segment's own may be others.
    package var keys: [SegmentKey]

    package init(uri: String, byteRange: HlsByteRange? = nil, keys: [SegmentKey] = []) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
    }

    /// The one to decrypt with, as ``MediaSegment/key``.
    package var key: SegmentKey? { keys.preferred }
}

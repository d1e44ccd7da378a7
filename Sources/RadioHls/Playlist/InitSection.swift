/// The bytes, such as decoder settings, that must be read before the segments to which they apply (EXT-X-MAP, RFC 8216
/// §4.3.2.5).
package struct InitSection: Hashable, Sendable {
    /// The address as written, with variables replaced; relative to the playlist's URL.
    package var uri: String
    /// The range of bytes; nil for the whole resource.
    package var byteRange: HlsByteRange?
    /// The keys in force at the EXT-X-MAP tag. The segments themselves may have other keys.
    package var keys: [SegmentKey]

    package init(uri: String, byteRange: HlsByteRange? = nil, keys: [SegmentKey] = []) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
    }

    /// The key to decrypt with, chosen like ``MediaSegment/key``.
    package var key: SegmentKey? { keys.preferred }
}

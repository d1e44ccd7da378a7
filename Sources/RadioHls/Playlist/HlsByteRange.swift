/// A range of a resource's bytes (RFC 8216 §4.3.2.2). If the playlist leaves the offset out, the reader computes it.
package struct HlsByteRange: Hashable, Sendable {
    /// The distance in bytes from the start of the resource.
    package var offset: Int64
    /// The number of bytes, above zero.
    package var length: Int64

    package init(offset: Int64, length: Int64) {
        self.offset = offset
        self.length = length
    }

    /// The greatest offset of a range: a TiB holds two years of sound at 128 kbit/s.
    package static let maximumOffset: Int64 = 1 << 40

    /// Returns whether a range of this offset and length is allowed.
    static func fits(_ offset: Int64, _ length: Int64) -> Bool {
        (0...maximumOffset).contains(offset) && length > 0 && !offset.addingReportingOverflow(length).overflow
    }

    /// The offset of the first byte after the range. Readers make no range whose end would overflow.
    package var end: Int64 { offset + length }
}

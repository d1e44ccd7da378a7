/// A part of a resource (RFC 8216 §4.3.2.2). An offset that a playlist leaves out is worked out already.
package struct HlsByteRange: Hashable, Sendable {
    /// In bytes from the start of the resource.
    package var offset: Int64
    /// In bytes; above zero.
    package var length: Int64

    package init(offset: Int64, length: Int64) {
        self.offset = offset
        self.length = length
    }

    /// No range begins behind it: a TiB is two years of sound.
    package static let maximumOffset: Int64 = 1 << 40

    /// Whether a range of this length may begin there.
    static func fits(_ offset: Int64, _ length: Int64) -> Bool {
        (0...maximumOffset).contains(offset) && length > 0 && !offset.addingReportingOverflow(length).overflow
    }

    /// The first byte after it. Readers make no range whose end does not fit.
    package var end: Int64 { offset + length }
}

/// A part of a resource (RFC 8216 §4.3.2.2). An offset that a playlist leaves out is worked out already.
public struct HlsByteRange: Hashable, Sendable {
    /// In bytes from the start of the resource.
    public var offset: Int64
    /// In bytes; above zero.
    public var length: Int64

    public init(offset: Int64, length: Int64) {
        self.offset = offset
        self.length = length
    }

    /// The first byte after it. Readers make no range whose end does not fit.
    public var end: Int64 { offset + length }
}

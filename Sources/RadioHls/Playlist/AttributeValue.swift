/// The value of a client-defined attribute, whose name begins with `X-` (RFC 8216 §4.2).
package enum AttributeValue: Hashable, Sendable {
    /// A quoted string without its quotes, or an enumerated string. No specification allows an enumerated string in a
    /// client-defined attribute, but Longwave reads it.
    case text(String)
    /// A decimal number.
    case number(Double)
    /// A hexadecimal sequence.
    case bytes([UInt8])
}

import RadioFormats

/// The length of a finite item as its own headers state it.
package enum NamedLength: Hashable, Sendable {
    /// The length from a header that may be wrong, such as a Xing header.
    case stated(MediaTime)
    /// The exact length, from a header that counts samples.
    case time(MediaTime)
}

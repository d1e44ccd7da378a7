import RadioFormats

/// The length of a finite item as its own headers state it.
package enum NamedLength: Hashable, Sendable {
    /// The number of packets, each as long as the first, from a Xing header.
    case packets(Int)
    /// The exact length, from a header that counts samples.
    case time(MediaTime)
}

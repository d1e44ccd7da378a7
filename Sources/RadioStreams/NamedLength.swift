import RadioFormats

/// The length of a finite item as its own headers state it.
package enum NamedLength: Hashable, Sendable {
    /// The number of packets, from a Xing header. Each packet is as long as the first.
    case packets(Int)
    /// The exact length, from a header that counts samples.
    case time(MediaTime)
}

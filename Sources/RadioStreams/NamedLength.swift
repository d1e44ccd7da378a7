import RadioFormats

/// How long an item with an end is, as its own headers say.
package enum NamedLength: Hashable, Sendable {
    /// So many packets, each as long as the first: a Xing header.
    case packets(Int)
    /// Exactly so long: a header that counts samples.
    case time(MediaTime)
}

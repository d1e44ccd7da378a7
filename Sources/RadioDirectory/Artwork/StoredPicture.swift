import RadioFormats

/// A picture on the disk whose header was read.
struct StoredPicture: Hashable, Sendable {
    /// The digest of the picture's bytes, which names it.
    var digest: String
    var header: ImageHeader
    var path: String
    var byteCount: Int
}

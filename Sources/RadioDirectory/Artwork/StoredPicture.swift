import RadioFormats

/// A picture on the disk, with its header.
struct StoredPicture: Hashable, Sendable {
    /// The digest of the picture's bytes, which identifies the picture.
    var digest: String
    var header: ImageHeader
    var path: String
    var byteCount: Int
}

import RadioFormats

/// A picture on the disk whose beginning was read.
struct StoredPicture: Hashable, Sendable {
    /// What its bytes are called by: their digest.
    var digest: String
    var header: ImageHeader
    var path: String
    var byteCount: Int
}

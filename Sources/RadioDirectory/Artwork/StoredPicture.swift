import RadioFormats

/// A picture in a file, with the properties that its header states.
struct StoredPicture: Hashable, Sendable {
    /// The digest of the picture's bytes, which identifies the picture.
    var digest: String
    var header: ImageHeader
    var path: String
    var byteCount: Int
}

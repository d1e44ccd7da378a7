/// A resource that will be needed next and may be requested already (EXT-X-PRELOAD-HINT, rfc8216bis §4.4.5.3).
package struct PreloadHint: Hashable, Sendable {
    /// The kind of resource.
    package enum Kind: Hashable, Sendable {
        case part
        case map
        /// Another kind, by its name as written. Such a hint is ignored.
        case other(String)
    }

    package var kind: Kind
    /// The address as written, with variables replaced; relative to the playlist's URL.
    package var uri: String
    /// The offset in the resource, in bytes.
    package var offset: Int64 = 0
    /// The number of bytes; nil if the hint extends to the end of the resource, which is not known yet.
    package var length: Int64?

    package init(kind: Kind, uri: String) {
        self.kind = kind
        self.uri = uri
    }
}

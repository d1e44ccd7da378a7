/// Information about the whole presentation (EXT-X-SESSION-DATA, RFC 8216 §4.3.4.4).
package struct SessionData: Hashable, Sendable {
    /// FORMAT: the form of the resource that contains the value.
    package enum Format: Hashable, Sendable {
        case json
        case raw
    }

    /// DATA-ID, such as `com.example.title`.
    package var id: String
    package var value: String?
    /// The address of the value, as written, relative to the playlist's URL; nil if the value is in the tag.
    package var uri: String?
    /// The format of the resource at ``uri``.
    package var format = Format.json
    package var language: String?

    package init(id: String) { self.id = id }
}

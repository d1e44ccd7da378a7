/// Something said about the whole presentation (EXT-X-SESSION-DATA, RFC 8216 §4.3.4.4).
package struct SessionData: Hashable, Sendable {
    package enum Format: Hashable, Sendable {
        case json
        case raw
    }

    /// DATA-ID, as `com.example.title`.
    package var id: String
    package var value: String?
    /// Where the value is instead; as written, relative to the playlist's URL.
    package var uri: String?
    /// What ``uri`` leads to.
    package var format = Format.json
    package var language: String?

    package init(id: String) { self.id = id }
}

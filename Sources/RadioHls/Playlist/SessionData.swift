/// Something said about the whole presentation (EXT-X-SESSION-DATA, RFC 8216 §4.3.4.4).
public struct SessionData: Hashable, Sendable {
    public enum Format: Hashable, Sendable {
        case json
        case raw
    }

    /// DATA-ID, as `com.example.title`.
    public var id: String
    public var value: String?
    /// Where the value is instead; as written, relative to the playlist's URL.
    public var uri: String?
    /// What ``uri`` leads to.
    public var format = Format.json
    public var language: String?

    public init(id: String) { self.id = id }
}

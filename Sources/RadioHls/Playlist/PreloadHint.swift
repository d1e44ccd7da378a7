/// What will be asked for next and may be asked for already (EXT-X-PRELOAD-HINT, rfc8216bis §4.4.5.3).
public struct PreloadHint: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case part
        case map
        /// To be ignored; its name as written.
        case other(String)
    }

    public var kind: Kind
    /// As written, variables replaced; relative to the playlist's URL.
    public var uri: String
    /// Where it begins in the resource.
    public var offset: Int64 = 0
    /// nil: to the end of the resource, which is not known yet.
    public var length: Int64?

    public init(kind: Kind, uri: String) {
        self.kind = kind
        self.uri = uri
    }
}

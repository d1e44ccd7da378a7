/// What will be asked for next and may be asked for already (EXT-X-PRELOAD-HINT, rfc8216bis §4.4.5.3).
package struct PreloadHint: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case part
        case map
        /// To be ignored; its name as written.
        case other(String)
    }

    package var kind: Kind
    /// As written, variables replaced; relative to the playlist's URL.
    package var uri: String
    /// Where it begins in the resource.
    package var offset: Int64 = 0
    /// nil: to the end of the resource, which is not known yet.
    package var length: Int64?

    package init(kind: Kind, uri: String) {
        self.kind = kind
        self.uri = uri
    }
}

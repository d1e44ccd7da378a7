/// What a piece of metadata says is playing.
public struct TrackInfo: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case song, advertisement, jingle, speech
        /// The station says that nothing is named: an empty or placeholder title.
        case none
        case unknown
    }

    public var kind: Kind
    public var artist: String?
    public var title: String?
    /// The whole text as the station sent it, decoded and without control characters; empty for ``Kind/none``.
    public var text: String
    public var artworkURL: String?
    public var linkURL: String?
    /// The bytes that were read.
    public var raw: [UInt8]

    public init(
        kind: Kind, artist: String? = nil, title: String? = nil, text: String = "", artworkURL: String? = nil,
        linkURL: String? = nil, raw: [UInt8] = []
    ) {
        self.kind = kind
        self.artist = artist
        self.title = title
        self.text = text
        self.artworkURL = artworkURL
        self.linkURL = linkURL
        self.raw = raw
    }
}

/// What is playing, according to a piece of metadata.
public struct TrackInfo: Hashable, Sendable {
    /// The kind of programme.
    public enum Kind: String, Hashable, Sendable {
        case song, advertisement, jingle, speech
        /// The station names nothing: the title is empty or a placeholder.
        case none
        case unknown
    }

    /// A broadcaster's identifier of the track or its source, such as `isrc` or `MediaBaseId`.
    public struct Identifier: Hashable, Sendable {
        /// Name of the identifier, as the broadcaster writes it.
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Number of identifiers that are kept; further ones are dropped.
    package static let maximumIdentifiers = 16
    /// Length in bytes of the longest identifier value that is kept; longer ones are dropped.
    package static let maximumIdentifierLength = 128

    public var kind: Kind
    public var artist: String?
    public var title: String?
    public var album: String?
    /// Length of the whole track according to the station. The track may be heard for a shorter time.
    public var duration: Duration?
    /// The whole text that the station sent, decoded and without control characters; empty for ``Kind/none``.
    public var text: String
    public var artworkURL: String?
    public var linkURL: String?
    /// Identifiers in the order in which the station sent them.
    public var identifiers: [Identifier] = []
    /// Charset of the text (an IANA name); nil if the metadata's format states it, as ID3 does.
    public var charset: String?
    /// True if the text arrived doubly encoded (read in a wrong charset and encoded again) and was repaired.
    public var isRepaired = false
    /// The metadata's original bytes.
    public var raw: [UInt8]

    /// Creates a track from one piece of metadata. Its identifiers and charset are set afterwards.
    package init(
        kind: Kind, artist: String? = nil, title: String? = nil, text: String = "", artworkURL: String? = nil,
        linkURL: String? = nil, album: String? = nil, duration: Duration? = nil, raw: [UInt8] = []
    ) {
        self.kind = kind
        self.artist = artist
        self.title = title
        self.text = text
        self.artworkURL = artworkURL
        self.linkURL = linkURL
        self.album = album
        self.duration = duration
        self.raw = raw
    }
}

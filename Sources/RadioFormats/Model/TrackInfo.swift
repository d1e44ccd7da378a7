/// What a piece of metadata says is playing.
public struct TrackInfo: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case song, advertisement, jingle, speech
        /// The station says that nothing is named: an empty or placeholder title.
        case none
        case unknown
    }

    /// A name under which the broadcaster knows the track or what it came from: `isrc`, `MediaBaseId`.
    public struct Identifier: Hashable, Sendable {
        /// As the broadcaster calls it.
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// More are left out, and longer ones too.
    package static let maximumIdentifiers = 16
    package static let maximumIdentifierLength = 128

    public var kind: Kind
    public var artist: String?
    public var title: String?
    public var album: String?
    /// Of the whole track, as the station says; not how long it is heard.
    public var duration: Duration?
    /// The whole text as the station sent it, decoded and without control characters; empty for ``Kind/none``.
    public var text: String
    public var artworkURL: String?
    public var linkURL: String?
    /// In the order in which they were sent.
    public var identifiers: [Identifier] = []
    /// The charset that the text was read in (an IANA name); nil where its form tells it, as ID3 does.
    public var charset: String?
    /// The text had been misread and encoded again before it came, and was turned back.
    public var isRepaired = false
    /// The bytes that were read.
    public var raw: [UInt8]

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

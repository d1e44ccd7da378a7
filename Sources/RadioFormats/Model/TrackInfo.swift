/// What a station broadcasts at a time, according to one piece of metadata.
public struct TrackInfo: Hashable, Sendable {
    /// What the title announces, such as a song or a jingle.
    public enum Kind: String, Hashable, Sendable {
        case song, advertisement, jingle, speech
        /// Nothing is announced: the title is empty or a placeholder.
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

    /// Maximum number of a track's identifiers; further ones are dropped.
    package static let maximumIdentifiers = 16
    /// Maximum length of an identifier's value in bytes. Identifiers with longer values are dropped.
    package static let maximumIdentifierLength = 128

    public var kind: Kind
    public var artist: String?
    public var title: String?
    public var album: String?
    /// Duration of the whole track according to the station. The station may broadcast only a part of the track.
    public var duration: Duration?
    /// The whole text that the station sent, decoded and without control characters; empty for ``Kind/none``.
    public var text: String
    public var artworkURL: String?
    public var linkURL: String?
    /// Identifiers in the order in which the station sent them.
    public var identifiers: [Identifier] = []
    /// Charset from which the text was decoded (an IANA name); nil if the metadata itself states the charset, as ID3
    /// does.
    public var charset: String?
    /// True if the station sent the text doubly encoded (decoded with a wrong charset and encoded again) and Longwave
    /// repaired it.
    public var isRepaired = false
    /// The bytes of the metadata from which the track was read.
    public var raw: [UInt8]

    /// Creates a track from one piece of metadata. The caller sets the identifiers and the charset afterwards.
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

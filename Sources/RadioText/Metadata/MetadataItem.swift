/// One thing that a station or a file says of itself or of what it plays: a title, a picture, an address.
public struct MetadataItem: Hashable, Sendable {
    /// The names that a kind of metadata gives to its values.
    public enum KeySpace: String, Hashable, Sendable, CaseIterable {
        /// Headers and blocks of SHOUTcast and Icecast: `icy-name`, `StreamTitle`.
        case icy
        /// Frames of ID3v2.4: `TIT2`. Those of 2.2 have the names of 2.4.
        case id3
        /// Fields of Vorbis comments: `TITLE`.
        case vorbis
        /// Tags of HTTP Live Streaming's playlists: `EXTINF`.
        case hls
    }

    /// What an item is called where it comes from.
    public struct Identifier: Hashable, Sendable, CustomStringConvertible {
        /// Whose names these are.
        public var keySpace: KeySpace
        /// The name there: `TIT2`.
        public var key: String

        /// A name of a key space.
        public init(_ keySpace: KeySpace, _ key: String) {
            self.keySpace = keySpace
            self.key = key
        }

        /// `id3/TIT2`
        public var description: String { "\(keySpace.rawValue)/\(key)" }
    }

    /// What an item means, wherever it comes from.
    public enum CommonKey: String, Hashable, Sendable, CaseIterable {
        case title, artist, albumName, composer, genre, date, trackNumber, copyright, language, description
        /// Who publishes it: of a station its name.
        case publisher
        /// The address of a page.
        case homepage
        /// A picture, or the address of one.
        case artwork
    }

    /// What an item says.
    public enum Value: Hashable, Sendable {
        /// Without control characters: safe to be shown.
        case text(String)
        /// A picture file as it came, and what kind of file it is said to be.
        case picture([UInt8], mimeType: String)
        /// Bytes of a meaning that only their owner knows.
        case data([UInt8])
    }

    /// What it is called where it comes from.
    public var identifier: Identifier
    /// Nil where the item has no common meaning.
    public var commonKey: CommonKey?
    /// What it says.
    public var value: Value
    /// What the item calls itself where its key is open to anything: a `TXXX` frame's description, a private frame's owner.
    public var label: String?
    /// As written: ISO 639-2 in ID3.
    public var language: String?
    /// The bytes that were read: the whole block of ICY titles, a picture or private data, and of other texts their UTF-8 before they
    /// were made safe.
    public var raw: [UInt8]

    /// The value where it is a text.
    public var text: String? {
        if case .text(let text) = value { text } else { nil }
    }
}

extension Sequence<MetadataItem> {
    /// The items with this meaning, in their order.
    package func items(_ key: MetadataItem.CommonKey) -> [MetadataItem] { filter { $0.commonKey == key } }

    /// The first text with this meaning.
    package func text(_ key: MetadataItem.CommonKey) -> String? {
        lazy.filter { $0.commonKey == key }.compactMap(\.text).first
    }
}

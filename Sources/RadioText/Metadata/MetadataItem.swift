import RadioFormats

/// One fact that a station or file states about itself or its sound: a title, a picture or an address.
public struct MetadataItem: Hashable, Sendable {
    /// A kind of metadata. It decides which keys items have.
    public enum KeySpace: String, Hashable, Sendable, CaseIterable {
        /// Headers and blocks of SHOUTcast and Icecast, such as `icy-name` and `StreamTitle`.
        case icy
        /// Frames of ID3v2.4, such as `TIT2`. Frames of ID3v2.2 get the names that they have in 2.4.
        case id3
        /// Fields of Vorbis comments, such as `TITLE`.
        case vorbis
        /// Items of MP4's iTunes metadata, such as `©nam`. Free-form items have keys such as `com.apple.iTunes.LABEL`.
        case iTunes = "itunes"
        /// Tags of HTTP Live Streaming's playlists, such as `EXTINF`.
        case hls
    }

    /// The name that an item has in its source.
    public struct Identifier: Hashable, Sendable, CustomStringConvertible {
        /// The key space that the key belongs to.
        public var keySpace: KeySpace
        /// The name in the key space, such as `TIT2`.
        public var key: String

        /// Creates an identifier from a key space and a key.
        public init(_ keySpace: KeySpace, _ key: String) {
            self.keySpace = keySpace
            self.key = key
        }

        /// The identifier as text, such as `id3/TIT2`.
        public var description: String { "\(keySpace.rawValue)/\(key)" }
    }

    /// The meaning of an item, independent of its source.
    public enum CommonKey: String, Hashable, Sendable, CaseIterable {
        case title, artist, albumName, composer, genre, date, trackNumber, copyright, language, description
        /// The publisher. For a station, its name.
        case publisher
        /// The address of a web page.
        case homepage
        /// A picture, or the address of a picture.
        case artwork
    }

    /// The content of an item.
    public enum Value: Hashable, Sendable {
        /// A text without control characters, safe to show.
        case text(String)
        /// The bytes of a picture file as received, and the media type that the source states.
        case picture([UInt8], mimeType: String)
        /// The bytes of an ID3 private frame (`PRIV`). Only the owner that the frame names knows their meaning.
        case data([UInt8])
    }

    /// The item's name in its source.
    public var identifier: Identifier
    /// The item's meaning, or nil if it has no common meaning.
    public var commonKey: CommonKey?
    /// The item's content.
    public var value: Value
    /// The name that the item itself states if its key is generic: a `TXXX` frame's description or a private frame's
    /// owner.
    public var label: String?
    /// The language as the source writes it. ID3 uses ISO 639-2.
    public var language: String?
    /// The bytes from which the item was read.
    ///
    /// An ICY title has the bytes of its whole block. Pictures and private data have their own bytes. Other texts have
    /// their UTF-8 before control characters were removed.
    public var raw: [UInt8]

    /// The value if it is a text, or nil.
    public var text: String? {
        if case .text(let text) = value { text } else { nil }
    }
}

extension Sequence<MetadataItem> {
    /// Returns the items with the meaning `key`, in their order.
    package func items(_ key: MetadataItem.CommonKey) -> [MetadataItem] { filter { $0.commonKey == key } }

    /// Returns the text of the first item with the meaning `key` that is a text, or nil.
    package func text(_ key: MetadataItem.CommonKey) -> String? {
        lazy.filter { $0.commonKey == key }.compactMap(\.text).first
    }
}

extension MetadataItem: CustomStringConvertible {
    public var description: String { "\(identifier): \(value)" }
}

extension MetadataItem.Value: CustomStringConvertible {
    public var description: String {
        switch self {
        case .text(let text): text
        case .picture(let bytes, let mimeType): "\(mimeType), \(bytes.count.counted("byte"))"
        case .data(let bytes): bytes.count.counted("byte")
        }
    }
}

/// Another version of a part of the presentation (EXT-X-MEDIA, RFC 8216 §4.3.4.1; rfc8216bis §4.4.6.1).
public struct Rendition: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    package var kind: Kind
    /// GROUP-ID: what a variant's AUDIO names.
    package var groupID: String
    /// For people.
    public var name: String
    /// As written, variables replaced; nil: it is in the variant's own segments.
    package var uri: String?
    /// As written: RFC 5646 wants `en`, and `eng` is usual.
    public var language: String?
    package var associatedLanguage: String?
    /// What is played where the listener says nothing.
    public var isDefault = false
    /// May be chosen without being asked for, by language or the like.
    package var isAutoselect = false
    package var isForced = false
    package var instreamID: String?
    /// Uniform type identifiers.
    public var characteristics: [String] = []
    /// As written: for sound the number of channels, then, after `/`, what more is said of them.
    package var channels: String?
    package var bitDepth: Int?
    package var sampleRate: Int?
    /// STABLE-RENDITION-ID.
    package var stableID: String?

    package init(kind: Kind, groupID: String, name: String, uri: String? = nil) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.uri = uri
    }

    /// How many channels it has; nil where the playlist does not say.
    public var channelCount: Int? {
        channels.flatMap { $0.split(separator: "/", maxSplits: 1).first }.flatMap { Int($0) }
    }
}

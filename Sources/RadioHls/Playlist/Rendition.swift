/// An alternative version of the presentation's sound, video, subtitles or captions (EXT-X-MEDIA, RFC 8216 §4.3.4.1;
/// rfc8216bis §4.4.6.1).
public struct Rendition: Hashable, Sendable {
    /// TYPE: the kind of media.
    package enum Kind: String, Hashable, Sendable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    package var kind: Kind
    /// GROUP-ID, which a variant's AUDIO names.
    package var groupID: String
    /// The name to show to people.
    public var name: String
    /// The address as written, with variables replaced; nil if the rendition is in the variant's own segments.
    package var uri: String?
    /// The language as written. RFC 5646 demands `en`, but `eng` is common.
    public var language: String?
    package var associatedLanguage: String?
    /// Whether this rendition of its group plays if neither the listener's choice nor a preferred language decides.
    public var isDefault = false
    /// Whether the rendition may be chosen without the listener's request, for example by language.
    package var isAutoselect = false
    package var isForced = false
    package var instreamID: String?
    /// CHARACTERISTICS: identifiers of the rendition's properties, such as `public.accessibility.describes-video`.
    public var characteristics: [String] = []
    /// CHANNELS as written: for sound the number of channels, and after `/` further details.
    package var channels: String?
    package var bitDepth: Int?
    package var sampleRate: Int?
    /// STABLE-RENDITION-ID: identifies the rendition even if its address changes; nil if it is missing.
    package var stableID: String?

    package init(kind: Kind, groupID: String, name: String, uri: String? = nil) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.uri = uri
    }

    /// The number of channels; nil if the playlist does not say.
    public var channelCount: Int? {
        channels.flatMap { $0.split(separator: "/", maxSplits: 1).first }.flatMap { Int($0) }
    }
}

extension Rendition: CustomStringConvertible {
    public var description: String { language.map { "\(name) (\($0))" } ?? name }
}

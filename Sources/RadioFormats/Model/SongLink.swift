/// An address under which a song can be found or bought.
public struct SongLink: Hashable, Sendable {
    /// Whose address it is: `MusicBrainz`.
    public var name: String
    public var url: String

    package init(name: String, url: String) {
        self.name = name
        self.url = url
    }
}

/// The address of a search, with places for a song.
public struct SongLinkTemplate: Hashable, Sendable {
    /// Whose search it is.
    public var name: String
    /// An `http` or `https` address in which `{artist}`, `{title}` and `{album}` are replaced, percent-encoded.
    public var url: String

    public init(name: String, url: String) {
        self.name = name
        self.url = url
    }

    /// Searches that need no account.
    public static let usual = [
        SongLinkTemplate(
            name: "MusicBrainz", url: "https://musicbrainz.org/search?type=recording&query={artist}+{title}"),
        SongLinkTemplate(name: "Bandcamp", url: "https://bandcamp.com/search?q={artist}+{title}"),
        SongLinkTemplate(name: "Discogs", url: "https://www.discogs.com/search/?q={artist}+{title}"),
        SongLinkTemplate(name: "YouTube", url: "https://www.youtube.com/results?search_query={artist}+{title}"),
    ]

    /// Characters of a name that are asked for at most.
    private static let maximumText = 200

    func link(to track: TrackInfo) -> SongLink {
        let texts = [
            "{artist}": track.artist ?? "", "{title}": track.title ?? track.text, "{album}": track.album ?? "",
        ]
        var link = ""
        var rest = url[...]
        // What stands in a name is no place again.
        while let brace = rest.firstIndex(of: "{") {
            link += rest[..<brace]
            rest = rest[brace...]
            if let (place, text) = texts.first(where: { rest.hasPrefix($0.key) }) {
                link += Self.encoded(text)
                rest = rest.dropFirst(place.count)
            } else {
                link.append(rest.removeFirst())
            }
        }
        return SongLink(name: name, url: link + rest)
    }

    /// RFC 3986 §2.3: all but unreserved characters.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.prefix(maximumText).utf8.reduce(into: "") { encoded, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%"
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
    }
}

extension TrackInfo {
    /// Addresses under which a song can be found: the station's own first. None for what is no song.
    public func links(_ templates: [SongLinkTemplate] = SongLinkTemplate.usual) -> [SongLink] {
        guard kind == .song else { return [] }
        let own = linkURL.map { [SongLink(name: "station", url: $0)] } ?? []
        return own + templates.map { $0.link(to: self) }
    }
}

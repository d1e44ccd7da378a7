/// An address where a listener can find or buy a song.
public struct SongLink: Hashable, Sendable {
    /// Name of the site, such as `MusicBrainz`.
    public var name: String
    public var url: String

    package init(name: String, url: String) {
        self.name = name
        self.url = url
    }
}

/// The address of a web site's search, with placeholders for a song's artist, title and album.
public struct SongLinkTemplate: Hashable, Sendable {
    /// Name of the site.
    public var name: String
    /// An `http` or `https` address. `{artist}`, `{title}` and `{album}` in it stand for the song's percent-encoded
    /// texts.
    public var url: String

    public init(name: String, url: String) {
        self.name = name
        self.url = url
    }

    /// Templates of sites whose search requires no account.
    public static let usual = [
        SongLinkTemplate(
            name: "MusicBrainz", url: "https://musicbrainz.org/search?type=recording&query={artist}+{title}"),
        SongLinkTemplate(name: "Bandcamp", url: "https://bandcamp.com/search?q={artist}+{title}"),
        SongLinkTemplate(name: "Discogs", url: "https://www.discogs.com/search/?q={artist}+{title}"),
        SongLinkTemplate(name: "YouTube", url: "https://www.youtube.com/results?search_query={artist}+{title}"),
    ]

    /// Maximum number of characters inserted for one placeholder. Longer texts are truncated.
    private static let maximumText = 200

    /// Returns the address with the placeholders replaced by the track's texts.
    func link(to track: TrackInfo) -> SongLink {
        let texts = [
            "{artist}": track.artist ?? "", "{title}": track.title ?? track.text, "{album}": track.album ?? "",
        ]
        var link = ""
        var rest = url[...]
        // Replaces all placeholders in one pass, so that braces inside an inserted text are not read as placeholders.
        while let brace = rest.firstIndex(of: "{") {
            link += rest[..<brace]
            rest = rest[brace...]
            if let (place, text) = texts.first(where: { rest.hasPrefix($0.key) }) {
                link += URLReference.percentEncoded(text.prefix(Self.maximumText))
                rest = rest.dropFirst(place.count)
            } else {
                link.append(rest.removeFirst())
            }
        }
        return SongLink(name: name, url: link + rest)
    }
}

extension TrackInfo {
    /// Returns addresses where the song can be found: first the address that the station sent with the title, if any,
    /// and then a search address for each of `templates`. Empty if the track is no song.
    public func links(_ templates: [SongLinkTemplate] = SongLinkTemplate.usual) -> [SongLink] {
        guard kind == .song else { return [] }
        let own = linkURL.map { [SongLink(name: "station", url: $0)] } ?? []
        return own + templates.map { $0.link(to: self) }
    }
}

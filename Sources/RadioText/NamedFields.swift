import RadioFormats

/// Fields with names, whatever carried them: SAM Broadcaster's `&artist=…&title=…`, JSON, Vorbis comments, a server's status page.
/// Names are compared without case.
struct NamedFields {
    static let maximumFields = 64

    private(set) var fields: [(name: String, value: String)] = []

    init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields.prefix(Self.maximumFields).map {
            ($0.name, PlainText.clean(HTMLEntities.decode($0.value)))
        }
    }

    /// The first of the names that has a value.
    subscript(names: String...) -> String? {
        for name in names {
            if let field = fields.first(where: { !$0.value.isEmpty && $0.name.lowercased() == name }) {
                return field.value
            }
        }
        return nil
    }

    /// Nil where they tell of something else. The result has no raw bytes.
    func track() -> TrackInfo? {
        // What names a track, or says what it is.
        guard self["artist", "title", "song", "songtype", "track", "adw_ad", "adcontext"] != nil else { return nil }
        let artist = self["artist", "artistname", "artist_name", "performer", "interpret"] ?? ""
        let title = self["title", "song", "songtitle", "song_title", "track", "trackname", "streamtitle"] ?? ""
        var track =
            artist.isEmpty && kind != .advertisement
            ? TitleRules.track(from: title) : SpotTitle.named(artist: artist, title: title, kind: kind)
        if let kind, track.kind != .none { track.kind = kind }
        if kind == .advertisement { track.kind = .advertisement }
        complete(&track)
        return track
    }

    /// Adds what they know beside artist and title.
    func complete(_ track: inout TrackInfo) {
        track.album = track.album ?? self["album", "albumname", "album_name", "collection"].flatMap { Self.named($0) }
        track.duration = track.duration ?? duration
        for name in [
            "picture", "cover", "artwork", "artworkurl", "artwork_url", "image", "imageurl", "albumart", "album_art",
            "art", "cover_url",
        ] {
            guard track.artworkURL == nil, let text = self[name] else { continue }
            switch TitleAddress(text) {
            case .artwork(let url), .link(let url): track.artworkURL = url
            case nil: break
            }
        }
        if track.linkURL == nil,
            case .link(let url)? = self["url", "link", "website", "buyurl"].flatMap({ TitleAddress($0) })
        {
            track.linkURL = url
        }
        for field in fields where Self.isIdentifier(field.name) { track.add(field.name, field.value) }
    }

    private static func named(_ text: String) -> String? { Placeholder.isNothing(text) ? nil : text }

    /// What the broadcaster says it is; nil where it does not.
    private var kind: TrackInfo.Kind? {
        if let flag = self["adw_ad"], flag != "false" { return .advertisement }
        if self["adcontext", "adid", "ad_id", "adtype", "insertiontype"] != nil { return .advertisement }
        switch self["songtype", "song_type", "type", "cue_type", "category"]?.lowercased() {
        // SAM Broadcaster's letters.
        case "s", "song", "music", "track": return .song
        case "a", "ad", "advert", "advertisement", "commercial", "spot": return .advertisement
        case "j", "i", "p", "jingle", "promo", "station id", "sweeper", "liner": return .jingle
        case "n", "v", "news", "interview", "talk", "speech", "voice": return .speech
        case _: return nil
        }
    }

    /// Milliseconds where it says so, or where seconds would be hours; `3:33` and `00:03:33`; else seconds.
    private var duration: Duration? {
        for name in ["durationmilliseconds", "duration_ms", "durationms", "length_ms"] {
            if let number = self[name].flatMap({ Double($0) }) { return TitleDuration.milliseconds(number) }
        }
        guard let text = self["duration", "length", "songduration", "song_duration", "cue_time_duration"] else {
            return nil
        }
        return TitleDuration.read(text)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        let name = name.lowercased()
        return (name.hasSuffix("id") && name != "paid" && name != "valid") || name == "isrc" || name == "upc"
            || name == "ean"
            || name == "insertiontype" || name == "label" || name.hasPrefix("musicbrainz_")
    }
}

extension TrackInfo {
    /// Adds an identifier that says something and is none of too many.
    mutating func add(_ name: String, _ value: String) {
        let isNothing = value.isEmpty || value == "0" || value == "-1" || value.lowercased() == "null"
        guard !isNothing, identifiers.count < Self.maximumIdentifiers, value.utf8.count <= Self.maximumIdentifierLength,
            name.utf8.count <= 64
        else { return }
        identifiers.append(Identifier(name: name, value: value))
    }
}

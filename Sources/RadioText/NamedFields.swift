import RadioFormats

/// The fields of a track with their names, as read from SAM Broadcaster's `&artist=…&title=…`, from JSON, from Vorbis
/// comments or from a server's status page.
///
/// The case of names does not matter.
struct NamedFields {
    static let maximumFields = 64

    private(set) var fields: [(name: String, value: String)] = []
    /// The names of the fields in lower case.
    private var keys: [String] = []

    init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields.prefix(Self.maximumFields).map {
            ($0.name, PlainText.clean(HTMLEntities.decode($0.value)))
        }
        keys = self.fields.map { $0.name.lowercased() }
    }

    /// Returns the first value among the fields `names` that is not empty, or nil. An earlier name is preferred.
    subscript(names: String...) -> String? {
        for name in names {
            for (place, key) in keys.enumerated() where key == name && !fields[place].value.isEmpty {
                return fields[place].value
            }
        }
        return nil
    }

    /// Returns true if there is a field with one of the names, even if its value is empty.
    func has(_ names: String...) -> Bool { keys.contains { names.contains($0) } }

    // MARK: Artist and title

    /// The artist, or an empty text if no field names one.
    var artist: String {
        let artist = self[
            "artist", "artists", "artistname", "artist_name", "track_artist_name", "trackartist", "performer",
            "interpret"]
        return TrailingAddress.cut(artist ?? (isShort ? self["a"] ?? "" : ""))
    }

    /// The title, or an empty text if no field names one or the title is an address.
    var title: String { TrailingAddress.cut(wholeTitle) }

    private var wholeTitle: String {
        let title =
            self["title", "song", "songtitle", "song_title", "track", "trackname", "streamtitle", "cue_title"]
            ?? self["songname", "text", "now_playing", "nowplaying", "current_song", "currentsong"] ?? shortTitle ?? ""
        return TitleKind.isAddress(title) ? "" : title
    }

    /// The title of a JSON object with short names, such as `{"t":"Yazoo - Don't Go","m":"…"}`. A number of 100,000 or
    /// more in `t` is a time and not a title.
    private var shortTitle: String? { self["t"].flatMap { Double($0) ?? 0 < 100_000 ? $0 : nil } }
    private var isShort: Bool { has("t") }

    /// Returns the track without raw bytes, or nil if the fields are not about a track.
    /// - Parameter line: Reads a field that may contain both artist and title.
    func track(_ line: (String) -> TrackInfo = TitleRules.track) -> TrackInfo? {
        // The fields are about a track if they have an artist or title, or a field that states the track's kind.
        guard self["songtype", "adw_ad", "adcontext", "song_spot"] != nil || !artist.isEmpty || !title.isEmpty else {
            return nil
        }
        let kind = kind
        var track = named(kind, line)
        if let kind, track.kind != .none { track.kind = kind }
        if kind == .advertisement { track.kind = .advertisement }
        complete(&track)
        return track
    }

    /// Returns the track of fields that a station sent in place of a title.
    ///
    /// If the fields contain no title, or a marker of ad insertion as title, the result is a track without a name.
    func listTrack() -> TrackInfo {
        let kind = kind
        let title = title
        // "Spot Block" begins a break of advertisements and "Spot Block End" ends it. Neither is a title.
        if title.lowercased().hasPrefix("spot block") {
            return TrackInfo(kind: title.lowercased().hasSuffix("end") ? .none : .advertisement)
        }
        var track = TrackInfo(kind: .none)
        let isNothing = title.isEmpty && !TitleRules.isSplit(artist) || TitleMarker.isMarker(title)
        if !isNothing { track = named(kind, TitleRules.plain) }
        if let kind, track.kind != .none || kind == .advertisement { track.kind = kind }
        if track.kind != .none { complete(&track) }
        return track
    }

    /// Returns the track that the fields for artist and title name.
    ///
    /// One of the fields may contain both: `title="A - B",artist="A - B"` or `title="A - B",artist="A"`.
    private func named(_ kind: TrackInfo.Kind?, _ line: (String) -> TrackInfo) -> TrackInfo {
        let artist = artist
        var title = title
        let isSong = kind == nil || kind == .song
        if artist.isEmpty || artist == title {
            if isSong, artist.isEmpty || TitleRules.isSplit(title) { return line(wholeTitle) }
        } else if title.isEmpty, isSong, TitleRules.isSplit(artist) {
            return line(artist)
        } else if title.lowercased().hasPrefix(artist.lowercased() + " "),
            TitleDash.begins(title.dropFirst(artist.count + 1))
        {
            title = PlainText.clean(String(title.dropFirst(artist.count + 3)))
        }
        return TitleRules.named(artist: artist, title: title, kind: kind)
    }

    /// Adds album, duration, addresses and identifiers to a track.
    func complete(_ track: inout TrackInfo) {
        track.album =
            track.album
            ?? self["album", "albumname", "album_name", "track_album_name", "collection"].flatMap { Self.named($0) }
        track.duration = track.duration ?? duration
        for name in [
            "picture", "cover", "artwork", "artworkurl", "artwork_url", "image", "imageurl", "albumart", "album_art",
            "art", "cover_url", "amgartworkurl", "track_cover_url",
        ] {
            guard track.artworkURL == nil, let text = self[name] else { continue }
            switch TitleAddress(text) {
            case .artwork(let url), .link(let url): track.artworkURL = url
            case nil: break
            }
        }
        switch self["url", "link", "website", "buyurl"].flatMap({ TitleAddress($0) }) {
        case .link(let url): track.linkURL = track.linkURL ?? url
        case .artwork(let url): track.artworkURL = track.artworkURL ?? url
        case nil: break
        }
        for field in fields where Self.isIdentifier(field.name) { track.add(field.name, field.value) }
    }

    private static func named(_ text: String) -> String? { Placeholder.isNothing(text) ? nil : text }

    /// The kind of the track that the fields state, or nil.
    private var kind: TrackInfo.Kind? {
        if let flag = self["adw_ad"], flag != "false" { return .advertisement }
        if self["adid", "ad_id", "adtype", "insertiontype"] != nil { return .advertisement }
        // `adcontext` shows an advertisement only if there is no title: programs for ad insertion also send it before a
        // break, while a song still plays.
        if self["adcontext"] != nil, title.isEmpty { return .advertisement }
        if let kind = SpotTitle.kind(of: self) { return kind }
        switch self["songtype", "song_type", "type", "cue_type", "category"]?.lowercased() {
        // SAM Broadcaster sends the single letters.
        case "s", "song", "music", "track": return .song
        case "a", "ad", "advert", "advertisement", "commercial", "spot": return .advertisement
        case "j", "i", "p", "jingle", "promo", "station id", "sweeper", "liner": return .jingle
        case "n", "v", "news", "interview", "talk", "speech", "voice": return .speech
        case _: return nil
        }
    }

    /// The duration that the fields state, or nil.
    ///
    /// A field is in milliseconds if its name says so or its number is 10,000 or more. `3:33` and `00:03:33` are
    /// accepted too.
    var duration: Duration? {
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
    /// Adds an identifier, unless its value is empty, meaningless or too long, or the track has the maximum number of
    /// identifiers.
    mutating func add(_ name: String, _ value: String) {
        let isNothing = value.isEmpty || value == "0" || value == "-1" || value.lowercased() == "null"
        guard !isNothing, identifiers.count < Self.maximumIdentifiers, value.utf8.count <= Self.maximumIdentifierLength,
            name.utf8.count <= 64
        else { return }
        identifiers.append(Identifier(name: name, value: value))
    }
}

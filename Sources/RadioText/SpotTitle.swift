import RadioFormats

/// Titles as lists of attributes, which iHeart's and Triton's automation send:
/// `title="Dark Horse",artist="Katy Perry",url="song_spot=\"M\" MediaBaseId=\"1\" …"`, or
/// `Taio Cruz - text="Dynamite" song_spot="M" …`.
enum SpotTitle {
    /// Nil where the text is of another form. The result has no raw bytes.
    static func track(from text: String) -> TrackInfo? {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return nil }
        let pairs = QuotedPairs(text)
        // All of it twice, one in the other: `text="text=\"Dynamite\" song_spot=\"M\"" length="00:03:20"`.
        if let inner = pairs["text"], inner.utf8.contains(UInt8(ascii: "=")), QuotedPairs(inner)["text"] != nil {
            return track(from: pairs.lead + inner)
        }
        let spot = pairs["url"].map { QuotedPairs($0) }.flatMap { isSpot($0) ? $0 : nil } ?? pairs
        guard isSpot(spot) || (pairs["title"] != nil && pairs["artist"] != nil) else { return nil }
        let title = clean(pairs["title"] ?? pairs["text"])
        // "Spot Block" begins a break of advertisements, "Spot Block End" ends it; neither is a title.
        if title.hasPrefix("Spot Block") {
            return TrackInfo(kind: title.hasSuffix("End") ? .none : .advertisement)
        }
        let artist = clean(pairs["artist"] ?? withoutDash(pairs.lead))
        var track = named(artist: artist, title: title, kind: kind(of: spot))
        track.artworkURL = artwork(of: spot)
        track.album = pairs["album"].map { clean($0) }.flatMap { Placeholder.isNothing($0) ? nil : $0 }
        complete(&track, from: spot)
        return track
    }

    /// Adds the track's length and the names that the broadcaster's systems have for it.
    static func complete(_ track: inout TrackInfo, from spot: QuotedPairs) {
        track.duration = spot["length"].flatMap { TitleDuration.read($0) }
        for (key, value) in spot.pairs {
            if let name = identifiers[key] { track.add(name, PlainText.clean(value)) }
        }
    }

    /// As they are sent; `QuotedPairs` knows them in lower case.
    private static let identifiers: [String: String] = [
        "mediabaseid": "MediaBaseId", "itunestrackid": "itunesTrackId", "amgtrackid": "amgTrackId",
        "amgartistid": "amgArtistId", "taid": "TAID",
        "tpid": "TPID", "cartcutid": "cartcutId", "spotinstanceid": "spotInstanceId", "unsid": "unsID",
    ]

    /// Whether such attributes are among the pairs.
    static func isSpot(_ pairs: QuotedPairs) -> Bool {
        pairs["song_spot"] != nil || pairs["amgTrackId"] != nil || pairs["MediaBaseId"] != nil
    }

    /// `M` is music and `F` fills the time of an advertisement, with music where a track is named; `T` is an advertisement
    /// where it has an instance, else talk. Nil where nothing is told.
    static func kind(of spot: QuotedPairs) -> TrackInfo.Kind? {
        func isNamed(_ key: String) -> Bool { spot[key].map { $0 != "0" && $0 != "-1" } ?? false }
        switch spot["song_spot"] {
        case "M": return .song
        case "F": return isNamed("MediaBaseId") || isNamed("TPID") || isNamed("TAID") ? .song : .advertisement
        case "T": return isNamed("spotInstanceId") || isNamed("cartcutId") ? .advertisement : .speech
        case _: return nil
        }
    }

    static func artwork(of spot: QuotedPairs) -> String? {
        switch spot["amgArtworkURL"].flatMap({ TitleAddress($0) }) {
        case .artwork(let url), .link(let url): url
        case nil: nil
        }
    }

    /// A track of two names, either of which may be a placeholder.
    static func named(artist: String, title: String, kind: TrackInfo.Kind?) -> TrackInfo {
        let artist = TitleRules.isPlaceholder(artist) ? nil : artist
        let title = TitleRules.isPlaceholder(title) ? nil : title
        guard artist != nil || title != nil else {
            // An advertisement needs no name.
            return TrackInfo(kind: kind == .advertisement ? .advertisement : .none)
        }
        let text = [artist, title].compactMap(\.self).joined(separator: " - ")
        let isWhole = artist != nil && title != nil
        return TrackInfo(kind: kind ?? (isWhole ? .song : .unknown), artist: artist, title: title, text: text)
    }

    private static func clean(_ text: String?) -> String { PlainText.clean(HTMLEntities.decode(text ?? "")) }

    private static func withoutDash(_ text: String) -> String {
        var text = PlainText.clean(text)
        if text.hasSuffix("-") { text.removeLast() }
        return text
    }
}

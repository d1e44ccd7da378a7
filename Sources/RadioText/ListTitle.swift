import RadioFormats

/// Reads titles that are lists of keys and values. Programs for automation and ad insertion write such lists for other
/// programs, but stations also send them to listeners.
///
/// Examples: `title="Dark Horse",artist="Katy Perry",url="song_spot=\"M\" MediaBaseId=\"1\" …"`, `Taio Cruz -
/// text="Dynamite" song_spot="M" …`, `TrackId=12345,length=180,text=Journey - Don't Stop Believin`.
enum ListTitle {
    /// Maximum depth of lists within lists.
    private static let maximumDepth = 3

    /// Returns the track that a list of keys and values names, without raw bytes. Returns nil for a text that is no
    /// such list.
    static func track(from text: String) -> TrackInfo? { fields(in: text)?.listTrack() }

    /// Returns the fields of a list of keys and values, or nil for a text that is no such list.
    static func fields(in text: String) -> NamedFields? {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return nil }
        let pairs = QuotedPairs(text)
        return isList(pairs) ? fields(of: pairs, depth: 0) : nil
    }

    /// Returns the fields of a list and of the lists in its values.
    private static func fields(of pairs: QuotedPairs, depth: Int) -> NamedFields {
        var fields = pairs.pairs.map { (name: $0.name, value: $0.value) }
        let lead = withoutDash(pairs.lead)
        // A value may repeat the whole list: `text="text=\"Dynamite\" song_spot=\"M\"" length="00:03:20"`.
        for key in ["text", "title"] where depth < maximumDepth {
            guard let value = pairs[key], value.utf8.contains(UInt8(ascii: "=")) else { continue }
            let inner = QuotedPairs(value)
            guard withoutDash(inner.lead).isEmpty, isList(inner), naming.contains(where: { inner.has($0) }) else {
                continue
            }
            let artist = pairs["artist"] ?? lead
            return NamedFields(
                Self.fields(of: inner, depth: depth + 1).fields + (artist.isEmpty ? [] : [("artist", artist)]))
        }
        if let url = pairs["url"].map({ QuotedPairs($0) }), SpotTitle.isSpot(url) {
            fields += url.pairs.map { ($0.name, $0.value) }
        }
        // The text before the list is the title, as in `Nirvana - Lithium song_spot="M" MediaBaseId="0"`. If the list
        // names the title, the text before it is the artist: `Taio Cruz - text="Dynamite" song_spot="M"`.
        if !lead.isEmpty { fields.append((naming.contains { pairs.has($0) } ? "artist" : "title", lead)) }
        return NamedFields(fields)
    }

    /// Returns true if the pairs are a list that a program wrote, and not a song's name with an equals sign.
    private static func isList(_ pairs: QuotedPairs) -> Bool {
        guard let first = pairs.pairs.first, !isQuery(pairs) else { return false }
        if SpotTitle.isSpot(pairs) || pairs["url"].map({ SpotTitle.isSpot(QuotedPairs($0)) }) == true { return true }
        if pairs.has("title") && pairs.has("artist") { return true }
        let lead = PlainText.clean(pairs.lead)
        guard lead.isEmpty || lead.hasSuffix("-") else { return false }
        guard keys.contains(first.key) else {
            return lead.isEmpty && pairs.isWhole && pairs.pairs.count > 1 && pairs.pairs.allSatisfy(\.isQuoted)
        }
        if first.isQuoted { return true }
        // A single pair counts only if its key is in lower case: "Title=Song" may be a song's name.
        return lead.isEmpty && (pairs.pairs.count > 1 || first.name == first.key && alone.contains(first.key))
    }

    /// Returns true for a query such as `artist=Yazoo&title=Don%27t%20Go`. ``QuotedPairs`` reads it as a single pair,
    /// but only ``TitleFields`` reads it correctly.
    private static func isQuery(_ pairs: QuotedPairs) -> Bool {
        guard pairs.pairs.count == 1, !pairs.pairs[0].isQuoted else { return false }
        return pairs.pairs[0].value.utf8.split(separator: UInt8(ascii: "&")).dropFirst().contains { part in
            part.first { !QuotedPairs.isKey($0) } == UInt8(ascii: "=")
        }
    }

    private static func withoutDash(_ text: String) -> String {
        var text = PlainText.clean(text)
        while text.hasPrefix("- ") || text == "-" { text = PlainText.clean(String(text.dropFirst())) }
        if text.hasSuffix("-") { text = PlainText.clean(String(text.dropLast())) }
        return text
    }

    /// The keys whose value is the track's title, possibly with the artist.
    private static let naming = ["title", "text", "song", "cue_title", "streamtitle", "songtitle", "songname"]
    /// The keys of a list that may consist of a single pair with an unquoted value.
    private static let alone: Set = ["title", "text", "artist", "adcontext", "adw_ad"]
    /// The keys that may be the first key of a program's list.
    private static let keys: Set = [
        "title", "text", "artist", "song", "songtitle", "songname", "songid", "songtype", "album", "track", "trackid",
        "trackname", "track_id", "trackartist", "track_artist_name", "tracktitle", "cue_title", "cue_type", "cue_id",
        "length", "duration", "url", "type", "streamtitle", "streamurl", "adcontext", "adw_ad", "adid",
        "durationmilliseconds", "insertiontype", "eventid", "spotinstanceid", "cartcutid", "tpid", "taid", "id",
    ]
}

extension QuotedPairs {
    /// Returns true if the list has the key, with or without a value.
    func has(_ key: String) -> Bool { pairs.contains { $0.key == key } }
}

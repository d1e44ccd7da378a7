import RadioFormats

/// Reads the track that an ID3 tag names.
///
/// `MetadataReader` reads the tag's pictures.
enum TagTitle {
    /// Returns the track that an ID3v1 tag names, or nil if the tag has neither a title nor an artist. The tag does not
    /// state its charset.
    static func track(_ tag: Id3v1Tag, _ charset: String?, _ evidence: inout CharsetEvidence) -> TrackInfo? {
        guard !tag.title.isEmpty || !tag.artist.isEmpty else { return nil }
        func text(_ bytes: [UInt8]) -> String {
            PlainText.clean(CharsetLearner.read(bytes, declared: charset, evidence: &evidence).text)
        }
        var track = read(artist: text(tag.artist), title: text(tag.title))
        track.album = tag.album.isEmpty ? nil : text(tag.album)
        return track
    }

    /// Returns the track, or nil if the tag is not about a track.
    static func track(_ tag: Id3Tag) -> TrackInfo? {
        let spot = spot(tag)
        let isAdvertisement = isAdvertisement(tag)
        let artist = tag.artist ?? field(tag, "artist") ?? field(tag, "track_artist_name")
        let title = tag.title ?? field(tag, "title") ?? field(tag, "StreamTitle") ?? field(tag, "cue_title")
        guard artist != nil || title != nil || isAdvertisement || spot != nil else { return nil }
        var track = read(artist: PlainText.clean(artist ?? ""), title: PlainText.clean(title ?? ""))
        if let spot {
            let names = [("artist", track.artist ?? ""), ("title", track.title ?? "")]
            let fields = NamedFields(names + spot.pairs.map { ($0.name, $0.value) })
            if let kind = SpotTitle.kind(of: fields), track.kind != .none || kind == .advertisement {
                track.kind = kind
            }
            fields.complete(&track)
        }
        if isAdvertisement { track.kind = .advertisement }
        // ID3v2.4 §4.2: TALB is the album, TLEN the length in milliseconds, TSRC the ISRC.
        track.album = text(tag, "TALB").flatMap { Placeholder.isNothing($0) ? nil : $0 }
        track.duration =
            track.duration ?? text(tag, "TLEN").flatMap { Double($0) }.flatMap { TitleDuration.milliseconds($0) }
        if let isrc = text(tag, "TSRC") { track.add("isrc", isrc) }
        addAddresses(of: tag, to: &track)
        return track
    }

    /// Returns the track of the tag's artist and title.
    ///
    /// ID3 has separate frames for artist and title, and states their encoding. If the tag has both, nothing is guessed
    /// or split; only a web address after the title is removed. A title without an artist is read like an ICY title,
    /// because stations copy their ICY titles into `TIT2`.
    private static func read(artist: String, title: String) -> TrackInfo {
        let title = TitleKind.isAddress(title) ? "" : TrailingAddress.cut(title)
        guard !TitleRules.isPlaceholder(artist) else { return TitleRules.track(from: title) }
        guard !TitleRules.isPlaceholder(title) else {
            return TrackInfo(kind: .unknown, artist: artist, text: artist)
        }
        return TrackInfo(kind: .song, artist: artist, title: title, text: "\(artist) - \(title)")
    }

    private static func text(_ tag: Id3Tag, _ id: String) -> String? {
        tag.frames.first { $0.id == id }.map { PlainText.clean($0.text) }
    }

    /// Returns the text of the `TXXX` frame with this description.
    private static func field(_ tag: Id3Tag, _ name: String) -> String? {
        tag.frames.first { $0.id == "TXXX" && $0.description?.lowercased() == name.lowercased() }?.text
    }

    /// Returns the attributes of iHeart's automation, or nil if there are none. A tag may contain them in the frame for
    /// an address or in a text frame.
    private static func spot(_ tag: Id3Tag) -> QuotedPairs? {
        let texts = tag.links.map(\.url) + tag.frames.filter { $0.id == "TXXX" }.map(\.text) + tag.comments.map(\.text)
        return texts.lazy.filter { $0.contains("=") }.map { QuotedPairs($0) }.first { SpotTitle.isSpot($0) }
    }

    /// Returns true for markers of ad insertion in comments and free texts: `adw_ad='true'` (AdsWizz), `cue_type` `ad`
    /// (Triton).
    private static func isAdvertisement(_ tag: Id3Tag) -> Bool {
        let texts =
            tag.comments.map { ($0.description, $0.text) }
            + tag.frames.filter { $0.id == "TXXX" }.map { ($0.description ?? "", $0.text) }
        return texts.contains { description, text in
            switch description.lowercased() {
            case "adw_ad", "insertiontype", "ad_id", "ad_type", "ad_vast": return !text.isEmpty && text != "false"
            case "cue_type", "type": return text.lowercased() == "ad"
            case _: return text.contains("adw_ad='true'") || text.contains("adw_ad=\"true\"")
            }
        }
    }

    /// Adds the addresses of pictures and pages to a track.
    private static func addAddresses(of tag: Id3Tag, to track: inout TrackInfo) {
        for address in tag.links.compactMap({ TitleAddress($0.url) }) {
            switch address {
            case .artwork(let url): track.artworkURL = track.artworkURL ?? url
            case .link(let url): track.linkURL = track.linkURL ?? url
            }
        }
        // The description of a link may show that the link leads to a picture, even if its address has no picture's
        // suffix.
        let covers = tag.links.filter {
            ["artwork_link", "artwork", "cover", "image"].contains($0.description?.lowercased())
        }
        if track.artworkURL == nil, case .link(let url)? = covers.first.flatMap({ TitleAddress($0.url) }) {
            track.artworkURL = url
            if track.linkURL == url { track.linkURL = nil }
        }
    }
}

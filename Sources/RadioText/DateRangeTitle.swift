import RadioFormats

/// Reads the track that an EXT-X-DATERANGE tag names (RFC 8216 §4.3.2.7).
///
/// Client attributes, whose names begin with `X-`, name the track. The attribute `CLASS`, or attributes for SCTE-35
/// splices, show an advertisement. No standard defines the client attributes. Stations send `X-TITLE`, `X-ARTIST`,
/// `X-SONG`, `X-THUMBNAIL-URL`, `X-COVER-IMAGE-URL`, or these names with a domain in them: `X-COM-EXAMPLE-TITLE`,
/// `X-com.example.artist`.
enum DateRangeTitle {
    /// Returns the track, or nil if the date range names neither a track nor an advertisement.
    static func track(from text: String) -> TrackInfo? {
        let pairs = QuotedPairs(text)
        let title = value(pairs, ["title", "song", "track", "songtitle", "tracktitle", "track-title", "song-title"])
        let artist = value(pairs, ["artist", "artistname", "artist-name", "track-artist", "performer"])
        let isAdvertisement = isAdvertisement(pairs)
        guard title != nil || artist != nil || isAdvertisement else { return nil }
        var track =
            artist == nil && title != nil && !isAdvertisement
            ? TitleRules.track(from: title ?? "")
            : TitleRules.named(
                artist: PlainText.clean(artist ?? ""), title: PlainText.clean(title ?? ""),
                kind: isAdvertisement ? .advertisement : nil)
        let addresses = pairs.pairs.filter { $0.key.hasPrefix("x-") && !$0.key.contains("asset") }.map(\.value)
        for address in addresses.compactMap({ TitleAddress($0) }) {
            switch address {
            case .artwork(let url): track.artworkURL = track.artworkURL ?? url
            case .link(let url): track.linkURL = track.linkURL ?? url
            }
        }
        // An address in one of these attributes is a picture's address, even if its path does not look like a
        // picture's.
        let named = value(
            pairs, ["thumbnail-url", "cover-image-url", "artwork-url", "image-url", "artwork", "cover", "image"])
        if track.artworkURL == nil, case .link(let url)? = named.flatMap({ TitleAddress($0) }) {
            track.artworkURL = url
            if track.linkURL == url { track.linkURL = nil }
        }
        return track
    }

    /// Returns the value of the client attribute with the first of `names` that exists. A domain may precede the name.
    private static func value(_ pairs: QuotedPairs, _ names: [String]) -> String? {
        for name in names {
            for pair in pairs.pairs where pair.key.hasPrefix("x-") && !pair.value.isEmpty {
                let key = pair.key.dropFirst(2)
                if key == name || key.hasSuffix("-" + name) || key.hasSuffix("." + name) { return pair.value }
            }
        }
        return nil
    }

    private static func isAdvertisement(_ pairs: QuotedPairs) -> Bool {
        // SCTE35-IN ends an advertisement, so it does not show one.
        if pairs["SCTE35-OUT"] != nil || pairs["SCTE35-CMD"] != nil { return true }
        let words = (pairs["CLASS"] ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.contains {
            ["ad", "ads", "advert", "advertisement", "advertising", "commercial", "interstitial"].contains($0)
        }
    }
}

import RadioFormats

/// Reads what a station sent beside its sound as a track: charset, entities, placeholders, artist and title.
public enum TitleReader {
    /// What `metadata` says is playing; its raw bytes are kept in the result. Never fails.
    /// - Parameter charset: what the station declares for its titles (an IANA name); nil where it does not.
    public static func read(_ metadata: TimedMetadata, charset: String? = nil) -> TrackInfo {
        switch metadata.kind {
        case .icy:
            let fields = IcyMetadata(metadata.raw)
            return read(title: fields.streamTitle ?? [], address: fields.streamURL, charset: charset, raw: metadata.raw)
        case .id3:
            var track = Id3Tag(metadata.raw).map(read) ?? TrackInfo(kind: .none)
            track.raw = metadata.raw
            return track
        case .extinf, .dateRange: return read(title: metadata.raw, address: nil, charset: "utf-8", raw: metadata.raw)
        }
    }

    /// ID3 names artist and title each in a frame and says their encoding, so that nothing is guessed or split
    /// where both are there. A title alone is read like any other: stations copy their ICY titles into `TIT2`.
    private static func read(_ tag: Id3Tag) -> TrackInfo {
        let artist = PlainText.clean(tag.artist ?? "")
        let title = PlainText.clean(tag.title ?? "")
        guard !TitleRules.isPlaceholder(artist) else { return TitleRules.track(from: title) }
        guard !TitleRules.isPlaceholder(title) else {
            return TrackInfo(kind: .unknown, artist: artist, text: artist)
        }
        return TrackInfo(kind: .song, artist: artist, title: title, text: "\(artist) - \(title)")
    }

    static func read(title: [UInt8], address: [UInt8]?, charset: String?, raw: [UInt8]) -> TrackInfo {
        var track = TitleRules.track(from: TextDecoding.decode(title, charset: charset))
        track.raw = raw
        switch address.flatMap({ TitleAddress(TextDecoding.decode($0, charset: charset)) }) {
        case .artwork(let url): track.artworkURL = url
        case .link(let url): track.linkURL = url
        case nil: break
        }
        return track
    }
}

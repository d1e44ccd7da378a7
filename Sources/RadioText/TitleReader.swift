import RadioFormats

/// Reads what a station sent beside its sound as a track: charset, entities, placeholders, artist and title.
public enum TitleReader {
    /// What `metadata` says is playing; its raw bytes are kept in the result. Never fails: what says nothing of a track is
    /// ``TrackInfo/Kind/none``.
    /// - Parameter charset: what the station declares for its titles (an IANA name); nil where it does not.
    public static func read(_ metadata: TimedMetadata, charset: String? = nil) -> TrackInfo {
        track(in: metadata, charset: charset) ?? TrackInfo(kind: .none, raw: metadata.raw)
    }

    /// The same, but nil where the metadata is about something else and what was playing goes on: a tag of private data, a
    /// file's name as a segment's title, a date range without names.
    public static func track(in metadata: TimedMetadata, charset: String? = nil) -> TrackInfo? {
        var track: TrackInfo?
        switch metadata.kind {
        case .icy:
            let fields = IcyMetadata(metadata.raw)
            return read(title: fields.streamTitle ?? [], address: fields.streamURL, charset: charset, raw: metadata.raw)
        case .id3: track = Id3Tag(metadata.raw).flatMap(TagTitle.track)
        // Playlists are UTF-8 (RFC 8216 §4.1), whatever the station's titles are elsewhere.
        case .extinf: track = SegmentTitle.track(from: TextDecoding.decode(metadata.raw))
        case .dateRange: track = DateRangeTitle.track(from: TextDecoding.decode(metadata.raw))
        }
        track?.raw = metadata.raw
        return track
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

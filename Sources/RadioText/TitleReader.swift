import RadioFormats

/// Reads what a station sent beside its sound as a track: charset, entities, placeholders, artist and title.
public enum TitleReader {
    /// Reads the two fields of ICY metadata that name a track.
    /// - Parameters:
    ///   - title: the value of `StreamTitle`, as sent.
    ///   - address: the value of `StreamUrl`, as sent; nil or empty where there is none.
    ///   - charset: what the station declares (an IANA name); nil where it does not.
    ///   - raw: kept in the result.
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

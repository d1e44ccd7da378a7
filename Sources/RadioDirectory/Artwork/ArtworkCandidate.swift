/// A possible source of artwork. Several candidates are tried in order.
package enum ArtworkCandidate: Hashable, Sendable {
    /// The bytes of a picture that came with the sound.
    case embedded([UInt8])
    /// The address that a station sends with its track: `http:`, `https:` or `data:`. Paths of files are refused,
    /// because a station is not trusted.
    case track(String)
    /// An address from the station list, or from a person. It may also be a path or a `file:` URL.
    case station(String)
    /// The program's own picture.
    case fallback

    package var source: Artwork.Source {
        switch self {
        case .embedded: .embedded
        case .track: .track
        case .station: .station
        case .fallback: .fallback
        }
    }
}

/// A place that artwork may come from. Several candidates are tried in order.
package enum ArtworkCandidate: Hashable, Sendable {
    /// A picture that came with the sound, in its original bytes.
    case embedded([UInt8])
    /// The address that a station sends with its track: `http:`, `https:` or `data:`. It must not lead to a file,
    /// because a station is not trusted.
    case track(String)
    /// The address in the station list, or one that a person named: also `file:`, or a path.
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

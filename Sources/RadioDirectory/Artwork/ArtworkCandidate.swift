/// Where artwork may come from. Several are tried one after another, in the order in which they are given.
package enum ArtworkCandidate: Hashable, Sendable {
    /// A picture that came with the sound, as it came.
    case embedded([UInt8])
    /// The address that a station sends with its track: `http:`, `https:` or `data:`. A stranger's text leads to no file.
    case track(String)
    /// The address that a list has for its station, or that a person named: also `file:`, or a path.
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

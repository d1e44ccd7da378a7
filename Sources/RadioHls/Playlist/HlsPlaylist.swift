/// What an M3U8 file holds (RFC 8216 §4.1): the list of a rendition's segments, or the list of its variants.
package enum HlsPlaylist: Hashable, Sendable {
    case media(MediaPlaylist)
    case multivariant(MultivariantPlaylist)

    /// What was wrong in it and read all the same, in the order of its lines.
    package var warnings: [HlsPlaylistWarning] {
        switch self {
        case .media(let playlist): playlist.warnings
        case .multivariant(let playlist): playlist.warnings
        }
    }
}

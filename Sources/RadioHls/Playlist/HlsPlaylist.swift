/// The content of an M3U8 file (RFC 8216 §4.1): the segments of one variant or rendition, or the list of variants.
package enum HlsPlaylist: Hashable, Sendable {
    case media(MediaPlaylist)
    case multivariant(MultivariantPlaylist)

    /// The faults that the reader found and tolerated, in the order of lines.
    package var warnings: [HlsPlaylistWarning] {
        switch self {
        case .media(let playlist): playlist.warnings
        case .multivariant(let playlist): playlist.warnings
        }
    }
}

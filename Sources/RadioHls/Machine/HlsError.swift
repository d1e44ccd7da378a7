/// The reasons why a stream of segments gives no sound, or stops giving sound, grouped by remedy.
package enum HlsError: Error, Hashable, Sendable {
    /// A fetch failed, and nothing can be played without the resource that it requested.
    case fetch(HlsFailure)
    /// Longwave can decode none of the offered formats. The text names them.
    case unsupported(String)
    /// The sound is encrypted with a method that needs a licence or is not supported. The text names the method.
    case encrypted(String)
    /// The key does not have 16 bytes, or does not decrypt the segment.
    case wrongKey(String)
    /// A playlist breaks the rules of the specification.
    case badPlaylist(String)
    /// The stream has no sound.
    case noSound(String)
    /// A live playlist does not change any more, or its segments do not arrive. Restarting the stream may help.
    case stale(String)

    /// The reason as text for people.
    package var text: String {
        switch self {
        case .fetch(let failure): failure.text
        case .unsupported(let text), .encrypted(let text), .wrongKey(let text), .badPlaylist(let text),
            .noSound(let text),
            .stale(let text):
            text
        }
    }
}

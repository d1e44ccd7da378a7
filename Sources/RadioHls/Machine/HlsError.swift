/// The reason why a stream of segments brings no sound, or no more, by what can be done about it.
package enum HlsError: Error, Hashable, Sendable {
    /// A fetch that everything depends on failed.
    case fetch(HlsFailure)
    /// Nothing that is offered can be decoded. The text says what was offered.
    case unsupported(String)
    /// The sound is encrypted in a way that needs a licence or is unknown here. The text names it.
    case encrypted(String)
    /// The key is wrong.
    case wrongKey(String)
    /// A playlist breaks the rules.
    case badPlaylist(String)
    /// The stream has no sound.
    case noSound(String)
    /// A live playlist stands still, or its segments do not come. A new start may help.
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

/// Why a stream of segments brings no (more) sound, by what can be done about it.
package enum HlsError: Error, Hashable, Sendable {
    /// A fetch that everything depends on failed.
    case fetch(HlsFailure)
    /// Nothing that is offered can be decoded; what was offered.
    case unsupported(String)
    /// Encrypted in a way that needs a licence or is not known here; its name.
    case encrypted(String)
    /// The key is not the right one.
    case wrongKey(String)
    /// A playlist that breaks the rules.
    case badPlaylist(String)
    /// There is no sound in it.
    case noSound(String)
    /// A live playlist stands still, or its segments do not come: a new start may help.
    case stale(String)

    /// For people.
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

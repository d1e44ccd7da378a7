import ArgumentParser
import RadioConsole

/// What the shell offers where a playlist is to be typed.
enum PlaylistCompletion {
    /// The listener's own and the ready-made ones.
    static let all = kind(ownOnly: false)

    /// Those that can be changed.
    static let own = kind(ownOnly: true)

    private static func kind(ownOnly: Bool) -> CompletionKind {
        .custom { _, _, _ in CompletionLine.offered(Candidates.playlists(ownOnly: ownOnly)) }
    }
}

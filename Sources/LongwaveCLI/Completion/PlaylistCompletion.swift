import ArgumentParser
import RadioConsole

/// Completes the names of playlists.
enum PlaylistCompletion {
    /// The listener's playlists and the built-in ones.
    static let all = kind(ownOnly: false)

    /// The playlists that can be changed.
    static let own = kind(ownOnly: true)

    private static func kind(ownOnly: Bool) -> CompletionKind {
        .custom { _, _, _ in CompletionLine.offered(Candidates.playlists(ownOnly: ownOnly)) }
    }
}

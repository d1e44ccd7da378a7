import ArgumentParser

/// Completes the names of playlists.
enum PlaylistCompletion {
    /// Completes the names of the listener's playlists and of the built-in playlists.
    static let all = kind(ownOnly: false)

    /// Completes the names of the listener's own playlists, which can be changed.
    static let own = kind(ownOnly: true)

    private static func kind(ownOnly: Bool) -> CompletionKind {
        .custom { _, _, _ in CompletionLine.offered(Candidates.playlists(ownOnly: ownOnly)) }
    }
}

import ArgumentParser
import Longwave

/// What the shell offers where a playlist is to be typed.
enum PlaylistCompletion {
    /// The listener's own and the ready-made ones.
    static let all = CompletionKind.custom { _, _, _ in
        names((try? PlaylistNames.all(environment: Environment.folders).get()) ?? [])
    }

    /// Those that can be changed.
    static let own = CompletionKind.custom { _, _, _ in
        names((try? ListenerStore.existing(environment: Environment.folders)?.playlists()) ?? [])
    }

    private static func names(_ playlists: [StationPlaylist]) -> [String] {
        CompletionLine.offered(
            playlists.prefix(StationCompletion.maximumCandidates).map { PlainText.clean($0.name) })
    }
}

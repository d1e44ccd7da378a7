import Longwave

/// Keeps this program's player and the shared player from sounding at the same time: while this one plays, the shared one is silent,
/// and when somebody plays something there, this one is paused. A shared player that starts later is told, too.
package final class SoundClaim {
    private let manager: PlaybackManager
    private let places: [String]
    private var observation: PlaybackObservation?
    private var arrival: DirectoryWatch?
    private var link: ControlLink?
    /// The shared player is silent for this one.
    private var isClaimed = false

    /// - Parameter places: the sockets where the shared player may listen, in the order in which they are tried.
    package init(_ manager: isolated PlaybackManager, places: [String]) {
        self.manager = manager
        self.places = places
        observation = manager.observe { [weak self] in self?.settle($0.snapshot) }
        if let first = places.first {
            let folder = LocalFile.folder(of: first)
            // Made here, so that the arrival of a service can be watched for.
            try? UserFolders.make(folder)
            arrival = DirectoryWatch(manager.loop, path: folder) { [weak self] in self?.settle(manager.snapshot) }
        }
        settle(manager.snapshot)
    }

    private func settle(_ snapshot: PlaybackSnapshot) {
        guard snapshot.intent == .playing, !isClaimed else { return }
        if link == nil { connect() }
        guard let link else { return }
        isClaimed = true
        link.ask("claim")
    }

    private func connect() {
        guard let link = ControlLink(places: places, loop: manager.loop) else { return }
        self.link = link
        link.onEnd = { [weak self] in self?.disconnect() }
        link.onNotification = { [weak self] method, _ in
            guard let self, method == "silence" else { return }
            isClaimed = false
            manager.assumeIsolated { $0.pause() }
        }
    }

    private func disconnect() {
        link = nil
        isClaimed = false
    }
}

import Longwave
import RadioLoop

/// Keeps this program's player and the shared player from being heard at the same time.
///
/// The shared player is silent while this player plays. This player pauses when a client plays something on the shared
/// player. This also works if the shared player starts after this program.
package final class SoundClaim {
    private let manager: PlaybackManager
    private let places: [String]
    private var observation: PlaybackObservation?
    private var arrival: FileWatch?
    private var link: ControlLink?
    /// Whether this player has asked the shared player to be silent.
    private var isClaimed = false
    /// Whether the program that listens at the socket is not a shared player.
    private var isStranger = false

    /// Observes the player and the folder of the shared player's socket.
    /// - Parameter places: the paths of the sockets where the shared player may listen, in the order to try them.
    package init(_ manager: isolated PlaybackManager, places: [String]) {
        self.manager = manager
        self.places = places
        observation = manager.observe { [weak self] in self?.settle($0.snapshot) }
        if let first = places.first {
            // The socket's folder is made now, so that events in a folder above it, such as /tmp, do not wake the
            // program.
            try? UserFolders.make(LocalFile.folder(of: first))
            arrival = FileWatch(manager.loop, [first], isSocket: true) { [weak self] in
                self?.isStranger = false
                self?.settle(manager.snapshot)
            }
        }
        settle(manager.snapshot)
    }

    /// Asks the shared player to be silent if this player plays and has not asked already. It must ask again after it
    /// lost the connection or was paused by the shared player.
    private func settle(_ snapshot: PlaybackSnapshot) {
        guard snapshot.intent == .playing, !isClaimed, !isStranger else { return }
        if link == nil { connect() }
        guard let link else { return }
        isClaimed = true
        link.ask("claim")
    }

    /// Connects to the shared player, if one listens. When its notification says that it is about to be heard, pauses
    /// this player.
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
        isStranger = link?.isReadable == false
        link = nil
        isClaimed = false
    }
}

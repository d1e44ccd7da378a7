import RadioLoop
import RadioPlayer

enum Thread {
    static func detach(_ body: @escaping @Sendable () -> Void) { LoopThread.start(body) }
}

extension PlaybackManager {
    /// Calls `observer` for each notification as long as the manager lives.
    func keepObserving(_ observer: @escaping @Sendable (isolated PlaybackManager, PlaybackNotification) -> Void) {
        final class Holder { var observation: PlaybackObservation? }
        let holder = Holder()
        let manager = self
        holder.observation = observe { [holder] notification in
            withExtendedLifetime(holder) { manager.assumeIsolated { manager in observer(manager, notification) } }
        }
    }
}

import RadioLoop
import RadioPlayer

/// Tells the service manager the state of a player.
///
/// The reporter sends `READY=1` at once, then status lines and the watchdog's keep-alive messages. A timer of the event
/// loop sends the keep-alive messages, so they stop if the loop hangs. While the player reports that it is playing, a
/// message is sent only if sound was heard since the previous check.
///
/// The service manager restarts a process whose loop hangs or whose sound is not heard (`WatchdogSec=`,
/// `Restart=on-failure`).
package final class ServiceReporter {
    private let notifier = ServiceNotifier()
    private var judge = WatchdogJudge()
    private var timer: LoopTimer?
    private var observation: PlaybackObservation?
    private let describe: (PlaybackSnapshot) -> String
    private var told = ""
    private var last: PlaybackSnapshot
    /// A remark that follows the player's description in the status line; nil for no remark.
    package var remark: String? { didSet { tell(last) } }

    /// Returns nil if no service manager listens, which means that `$NOTIFY_SOCKET` is empty.
    /// - Parameter describe: returns the line that `systemctl status` shows for a snapshot.
    package init?(
        _ manager: isolated PlaybackManager, notifySocket: String?, describe: @escaping (PlaybackSnapshot) -> String
    ) {
        guard let notifySocket, !notifySocket.isEmpty else { return nil }
        self.describe = describe
        last = manager.snapshot
        observation = manager.observe { [weak self] in self?.tell($0.snapshot) }
        notifier.ready()
        tell(manager.snapshot)
        guard let interval = notifier.watchdogInterval else { return }
        // sd_watchdog_enabled(3) recommends a keep-alive message after every half of the watchdog's timeout.
        timer = manager.loop.makeTimer { [weak self] in self?.feed(manager.snapshot, interval / 2) }
        timer?.rearm(after: interval / 2)
    }

    deinit { timer?.cancel() }

    package func reloading() { notifier.reloading() }
    package func reloaded() { notifier.ready() }

    /// Tells the service manager that the program ends on purpose.
    package func stopping() {
        timer?.cancel()
        timer = nil
        observation?.cancel()
        notifier.stopping()
    }

    private func feed(_ snapshot: PlaybackSnapshot, _ interval: Duration) {
        if judge.isWell(snapshot) { notifier.alive() }
        timer?.rearm(after: interval)
    }

    private func tell(_ snapshot: PlaybackSnapshot) {
        last = snapshot
        let text = describe(snapshot) + (remark.map { " (\($0))" } ?? "")
        guard text != told else { return }
        told = text
        notifier.status(text)
    }
}

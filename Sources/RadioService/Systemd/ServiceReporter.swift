import RadioLoop
import RadioPlayer

/// Keeps the service manager informed while a player runs: `READY=1` at once, a status line, and the watchdog, which is fed
/// by the loop and, while `playing` is claimed, by heard frames.
///
/// A process whose loop hangs, or that claims to play and is not heard, is started again by the service manager
/// (`WatchdogSec=`, `Restart=on-failure`).
package final class ServiceReporter {
    private let notifier = ServiceNotifier()
    private var judge = WatchdogJudge()
    private var timer: LoopTimer?
    private var observation: PlaybackObservation?
    private let describe: (PlaybackSnapshot) -> String
    private var told = ""
    private var last: PlaybackSnapshot
    /// What is to be said behind what plays, until it is nil again.
    package var remark: String? { didSet { tell(last) } }

    /// Nil where no service manager listens (`$NOTIFY_SOCKET` is empty).
    /// - Parameter describe: the status line.
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
        // sd_watchdog_enabled(3): at half of the time.
        timer = manager.loop.makeTimer { [weak self] in self?.feed(manager.snapshot, interval / 2) }
        timer?.rearm(after: interval / 2)
    }

    deinit { timer?.cancel() }

    package func reloading() { notifier.reloading() }
    package func reloaded() { notifier.ready() }

    /// The program ends, and means to.
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

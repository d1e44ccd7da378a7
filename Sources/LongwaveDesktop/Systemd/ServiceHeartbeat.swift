import RadioLoop

/// Tells the service manager that a program without a player, such as `longwave log`, is running.
///
/// The heartbeat sends `READY=1` at once, then regularly a status line and the watchdog's keep-alive message.
package final class ServiceHeartbeat {
    /// How often a status line and a keep-alive message are sent, unless the watchdog needs them more often.
    private static let interval = Duration.seconds(10)

    private let notifier = ServiceNotifier()
    private let interval: Duration
    private let describe: () -> String
    private var timer: LoopTimer?
    private var told = ""

    /// Returns nil if no service manager listens, which means that `$NOTIFY_SOCKET` is empty.
    /// - Parameter describe: returns the line that `systemctl status` shows.
    package init?(loop: EventLoop, notifySocket: String?, describe: @escaping () -> String) {
        guard let notifySocket, !notifySocket.isEmpty else { return nil }
        self.describe = describe
        // sd_watchdog_enabled(3) recommends a keep-alive message after every half of the watchdog's timeout.
        interval = min(notifier.watchdogInterval.map { $0 / 2 } ?? Self.interval, Self.interval)
        timer = loop.makeTimer { [weak self] in self?.beat() }
        notifier.ready()
        beat()
    }

    deinit { timer?.cancel() }

    /// Tells the service manager that the program ends on purpose.
    package func stopping() {
        timer?.cancel()
        timer = nil
        notifier.stopping()
    }

    private func beat() {
        notifier.alive()
        let text = describe()
        if text != told { notifier.status(text) }
        told = text
        timer?.rearm(after: interval)
    }
}

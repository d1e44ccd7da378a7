import RadioLoop

/// Keeps the service manager informed of a program that plays nothing: `READY=1` at once, a status line, and the watchdog, which is
/// fed by the loop.
package final class ServiceHeartbeat {
    /// How often the status line is made, where the watchdog does not want to hear of the program more often.
    private static let interval = Duration.seconds(10)

    private let notifier = ServiceNotifier()
    private let interval: Duration
    private let describe: () -> String
    private var timer: LoopTimer?
    private var told = ""

    /// Nil where no service manager listens (`$NOTIFY_SOCKET` is empty).
    /// - Parameter describe: the status line.
    package init?(loop: EventLoop, notifySocket: String?, describe: @escaping () -> String) {
        guard let notifySocket, !notifySocket.isEmpty else { return nil }
        self.describe = describe
        // sd_watchdog_enabled(3): at half of the time.
        interval = min(notifier.watchdogInterval.map { $0 / 2 } ?? Self.interval, Self.interval)
        timer = loop.makeTimer { [weak self] in self?.beat() }
        notifier.ready()
        beat()
    }

    deinit { timer?.cancel() }

    /// The program ends, and means to.
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

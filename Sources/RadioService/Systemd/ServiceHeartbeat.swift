import RadioLoop

/// Keeps the service manager informed about a program that plays nothing.
///
/// The heartbeat sends `READY=1` at once, then a status line and the watchdog's signal of life from the loop.
package final class ServiceHeartbeat {
    /// How often the status line is made, unless the watchdog wants a shorter interval.
    private static let interval = Duration.seconds(10)

    private let notifier = ServiceNotifier()
    private let interval: Duration
    private let describe: () -> String
    private var timer: LoopTimer?
    private var told = ""

    /// Returns nil if no service manager listens: `$NOTIFY_SOCKET` is empty.
    /// - Parameter describe: returns the status line.
    package init?(loop: EventLoop, notifySocket: String?, describe: @escaping () -> String) {
        guard let notifySocket, !notifySocket.isEmpty else { return nil }
        self.describe = describe
        // sd_watchdog_enabled(3) recommends half of the watchdog's time.
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

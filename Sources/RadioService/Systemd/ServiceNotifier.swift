import CSystemd

/// Tells the service manager how it goes (sd_notify(3)), where there is one: `$NOTIFY_SOCKET`.
struct ServiceNotifier {
    /// How often the service manager wants to hear of us (`WatchdogSec=`); nil when it does not.
    let watchdogInterval: Duration?

    init() {
        var microseconds: UInt64 = 0
        watchdogInterval =
            sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    func ready() { send("READY=1") }
    /// Until ``ready()``. (systemd of Debian 12 knows no Type=notify-reload, which would want the time with it.)
    func reloading() { send("RELOADING=1") }
    func stopping() { send("STOPPING=1") }
    func alive() { send("WATCHDOG=1") }

    /// One line for `systemctl status`.
    func status(_ text: String) {
        // A line end would begin another assignment.
        send("STATUS=" + String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 })))
    }

    /// Nobody can do anything about a service manager that does not listen.
    private func send(_ text: String) { _ = sd_notify(0, text) }
}

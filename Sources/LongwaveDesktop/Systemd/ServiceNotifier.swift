import CSystemd

/// Sends messages to the service manager (sd_notify(3)), if `$NOTIFY_SOCKET` names a socket.
struct ServiceNotifier {
    /// The watchdog's timeout (`WatchdogSec=`); nil if there is no watchdog.
    let watchdogInterval: Duration?

    init() {
        var microseconds: UInt64 = 0
        watchdogInterval =
            sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    func ready() { send("READY=1") }
    /// Reports that the program is reloading its settings. ``ready()`` reports the end of the reloading. The message
    /// contains no time, because only services of Type=notify-reload must send it, and the systemd of Debian 12 does
    /// not know this type.
    func reloading() { send("RELOADING=1") }
    func stopping() { send("STOPPING=1") }
    func alive() { send("WATCHDOG=1") }

    /// Sets the line that `systemctl status` shows.
    func status(_ text: String) {
        // Control characters become blanks: a line feed would begin another assignment of the message, such as
        // `READY=1`.
        send("STATUS=" + String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 })))
    }

    /// Sends a message to the service manager. Failures are ignored, because the program can do nothing about them.
    private func send(_ text: String) { _ = sd_notify(0, text) }
}

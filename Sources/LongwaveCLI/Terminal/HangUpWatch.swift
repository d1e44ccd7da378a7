import Glibc

/// Finds out what SIGHUP means: that the program's terminal is gone or, otherwise, that the program must read its files
/// again.
struct HangUpWatch {
    /// Those of stdin, stdout and stderr that were terminals when the program started. They are found then, because
    /// isatty(3) returns false for a terminal that has hung up.
    private let terminals = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }
    /// Whether the process had a controlling terminal when the program started. This is checked, too, because stdin,
    /// stdout and stderr may all be redirected.
    private let hadOwn = HangUpWatch.hasOwn

    var isHungUp: Bool {
        if hadOwn, !Self.hasOwn { return true }
        return terminals.contains { terminal in
            var request = pollfd(fd: terminal, events: 0, revents: 0)
            return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
        }
    }

    /// Whether the process has a controlling terminal now.
    private static var hasOwn: Bool {
        let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}

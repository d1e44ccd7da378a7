import Glibc

/// Tells whether SIGHUP means that the program's terminal is gone. Otherwise the signal means that the program must
/// read its files again.
struct HangUpWatch {
    /// The descriptors that were terminals at the start. They are found at the start, because isatty(3) returns false
    /// for a terminal that has hung up.
    private let terminals = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }
    /// Whether the process had a controlling terminal at the start. This is checked, too, because all three descriptors
    /// may be redirected.
    private let hadOwn = HangUpWatch.hasOwn

    var isHungUp: Bool {
        if hadOwn, !Self.hasOwn { return true }
        return terminals.contains { terminal in
            var request = pollfd(fd: terminal, events: 0, revents: 0)
            return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
        }
    }

    /// Whether the process has a controlling terminal.
    private static var hasOwn: Bool {
        let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}

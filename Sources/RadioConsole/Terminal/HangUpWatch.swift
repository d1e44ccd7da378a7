import Glibc

/// Whether SIGHUP means that the program's terminal is gone, and not that it shall read its settings again.
struct HangUpWatch {
    /// Descriptors that were terminals when the program began. One whose other end is gone is none any more, as isatty(3) has it.
    private let terminals = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }
    /// All descriptors may lead elsewhere.
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

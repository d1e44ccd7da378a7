import Glibc
import Longwave

/// The end after Ctrl-C.
enum Interrupt {
    /// Ends the program by SIGINT where a person is at a terminal: bash and dash break a loop only for a program that the signal
    /// has ended, and give 130 as its code. Returns elsewhere, and the exit code says the same.
    static func passOn() {
        guard [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains(where: Terminal.isTerminal) else { return }
        // ncurses, which drew the picker, has a handler of its own.
        signal(SIGINT, SIG_DFL)
        SignalWatch.deliver(SIGINT)
    }
}

import Glibc
import Longwave

/// Ends the program after Ctrl-C.
enum Interrupt {
    /// Ends the program by SIGINT if a person is at a terminal; otherwise returns.
    ///
    /// bash and dash end a shell loop only if the signal itself ended a program in the loop. The shell then reports the
    /// exit code 130. If the function returns, the program exits with code 130.
    static func passOn() {
        guard [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains(where: Terminal.isTerminal) else { return }
        // ncurses, which draws the picker, has installed a handler for the signal. Without the handler, the signal ends
        // the program.
        signal(SIGINT, SIG_DFL)
        SignalWatch.deliver(SIGINT)
    }
}

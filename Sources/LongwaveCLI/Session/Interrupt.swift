import Glibc
import Longwave
import RadioLoop

/// Ends the program after Ctrl-C, so that a shell notices the interruption.
enum Interrupt {
    /// Ends the program by SIGINT if it runs on a terminal; otherwise returns.
    ///
    /// After Ctrl-C, bash and dash end a loop in a script only if the signal itself ended the program in the loop. The
    /// shell then reports the exit code 130. If this function returns, the program itself exits with code 130.
    static func passOn() {
        guard [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains(where: Terminal.isTerminal) else { return }
        // ncurses, which draws the picker, has installed a handler for SIGINT. Only without this handler does SIGINT
        // end the program.
        signal(SIGINT, SIG_DFL)
        SignalWatch.deliver(SIGINT)
    }
}

import Glibc
import Longwave

/// Ends the program after Ctrl-C.
enum Interrupt {
    /// Ends the program by SIGINT if a person is at a terminal; otherwise returns.
    ///
    /// bash and dash end a loop only if a program in it was ended by the signal itself. The exit code 130 then comes
    /// from the shell. After a return the program's own exit code says the same.
    static func passOn() {
        guard [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains(where: Terminal.isTerminal) else { return }
        // ncurses, which draws the picker, installs a handler of its own.
        signal(SIGINT, SIG_DFL)
        SignalWatch.deliver(SIGINT)
    }
}

import Glibc
import Longwave

/// How a command prints its results. All commands have the same settings.
struct PrintSettings: Hashable, Sendable {
    /// The output format that the command line chooses; nil to choose the format by the kind of stdout, such as a
    /// terminal.
    var format: OutputFormat?
    var isQuiet = false
    var isVerbose = false

    func playOptions(endAfter: Duration? = nil) -> PlayOptions {
        PlayOptions(
            format: format, isQuiet: isQuiet, isVerbose: isVerbose, endAfter: endAfter,
            inputIsTerminal: Terminal.isTerminal(STDIN_FILENO), outputIsTerminal: Terminal.isTerminal(STDOUT_FILENO),
            environment: Environment.value)
    }
}

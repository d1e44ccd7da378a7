import Glibc
import Longwave

/// How a command prints its results. All commands have the same settings.
struct PrintSettings: Hashable, Sendable {
    /// The output format that the command line chooses; nil to choose the format by the kind of stdout, such as a
    /// terminal.
    let format: OutputFormat?
    let isQuiet: Bool
    let isVerbose: Bool

    init(format: OutputFormat?, isQuiet: Bool, isVerbose: Bool) {
        self.format = format
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
    }

    func playOptions(endAfter: Duration? = nil) -> PlayOptions {
        PlayOptions(
            format: format, isQuiet: isQuiet, isVerbose: isVerbose, endAfter: endAfter,
            inputIsTerminal: Terminal.isTerminal(STDIN_FILENO), outputIsTerminal: Terminal.isTerminal(STDOUT_FILENO),
            environment: Environment.value)
    }
}

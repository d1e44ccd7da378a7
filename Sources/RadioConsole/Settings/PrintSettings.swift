import Glibc
import Longwave

/// How results are printed: the same for every command.
public struct PrintSettings: Hashable, Sendable {
    /// What was asked for; nil leaves it to where the output goes.
    let format: OutputFormat?
    let isQuiet: Bool
    let isVerbose: Bool

    public init(format: OutputFormat?, isQuiet: Bool, isVerbose: Bool) {
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

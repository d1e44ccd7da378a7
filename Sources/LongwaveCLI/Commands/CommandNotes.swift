import ArgumentParser
import CLinux
import Glibc
import Longwave

/// What a command says on stderr, fit to be shown.
struct CommandNotes {
    private let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))

    func say(_ text: String) {
        OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(Credentials.hidden(in: text)))\n")
    }

    /// Says why, and what may help, and gives what to end with.
    func fail(_ failure: CommandFailure) -> ArgumentParser.ExitCode {
        for line in [failure.sentence] + failure.hints where !line.isEmpty { say(line) }
        return ArgumentParser.ExitCode(failure.code.rawValue)
    }
}

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

    /// What was written, in one line on stdout.
    func done(_ text: String) { OutputSink.writeAll(STDOUT_FILENO, clean(text) + "\n") }

    func fail(_ error: RadioError) -> ArgumentParser.ExitCode { fail(CommandFailure(error)) }

    /// Says why, and what may help, and gives what to end with.
    func fail(_ failure: CommandFailure) -> ArgumentParser.ExitCode {
        for line in [failure.sentence] + failure.hints where !line.isEmpty { say(line) }
        return ArgumentParser.ExitCode(failure.code.rawValue)
    }
}

extension CommandFailure {
    /// Why a list could not be written or changed.
    init(notWritten error: StationLibraryError) {
        if case .unreadable(let path, let reason) = error {
            self.init(code: .cannotWrite, sentence: "\(path) cannot be written: \(reason).")
        } else {
            self.init(error)
        }
    }
}

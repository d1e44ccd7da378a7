import Glibc
import LongwaveTerminal

/// What a command says on stderr, fit to be shown.
struct CommandNotes {
    private let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))

    func say(_ text: String) {
        OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(Credentials.hidden(in: text)))\n")
    }

    /// What was written, in one line on stdout.
    func done(_ text: String) { OutputSink.writeAll(STDOUT_FILENO, clean(text) + "\n") }
}

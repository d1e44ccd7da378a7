import Glibc
import LongwaveTerminal

/// Prints a command's messages for people. Control characters are removed, and characters that the terminal cannot show
/// are replaced.
struct CommandNotes {
    private let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))

    func say(_ text: String) {
        OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(Credentials.hidden(in: text)))\n")
    }

    /// Shows a text on the terminal's last line, in place of the former text, until other text is printed there. Does
    /// nothing if stderr is not a terminal.
    func progress(_ text: String) {
        guard Terminal.isTerminal(STDERR_FILENO) else { return }
        let line = ProgressLine.replacing(text, on: Terminal(output: STDERR_FILENO))
        OutputSink.writeAll(STDERR_FILENO, line)
    }

    /// Prints one line to stdout about a change that was made or a file that was written.
    func done(_ text: String) { OutputSink.writeAll(STDOUT_FILENO, clean(text) + "\n") }
}

import Glibc
import LongwaveTerminal

/// A line on stderr that shows the progress of a long task, with messages above it.
///
/// The line is shown only on a terminal; messages are always printed.
final class ProgressLine {
    /// Whether the line is shown.
    let isShown: Bool

    private let errors: Output
    private let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
    private let terminal = Terminal(output: STDERR_FILENO)
    private var hasLine = false

    init(loop: EventLoop, isQuiet: Bool) {
        errors = Output(STDERR_FILENO, loop: loop)
        isShown = !isQuiet && Terminal.isTerminal(STDERR_FILENO)
    }

    /// Replaces the line.
    func show(_ text: String) {
        guard isShown else { return }
        // The last column stays free, because some terminals wrap the line after it.
        let cut = DisplayWidth.cut(text, to: max(terminal.width - 1, 1), ellipsis: "")
        errors.write("\r\u{1B}[K\(cut)", isReplaceable: true)
        hasLine = true
    }

    /// Removes the line and prints a message.
    func say(_ text: String) {
        clear()
        errors.write("longwave: \(clean(Credentials.hidden(in: text)))\n")
    }

    /// Removes the line and prints a text without the program's name. Does nothing if ``isShown`` is false.
    func line(_ text: String) {
        guard isShown else { return }
        clear()
        errors.write(text + "\n")
    }

    func clear() {
        guard hasLine else { return }
        hasLine = false
        errors.write("\r\u{1B}[K")
    }

    /// Removes the line, and waits up to 250 ms for a slow terminal.
    func leave() {
        clear()
        errors.flush(within: .milliseconds(250))
    }
}

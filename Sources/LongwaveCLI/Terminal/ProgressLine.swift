import Glibc
import LongwaveTerminal
import RadioLoop

/// A line on stderr that shows the progress of a long task. Messages are printed above the line.
///
/// The line is shown only on a terminal; messages are always printed.
final class ProgressLine {
    /// Whether the line is shown: stderr is a terminal, and the command is not quiet.
    let isShown: Bool

    private let errors: Output
    private let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
    private let terminal = Terminal(output: STDERR_FILENO)
    private var hasLine = false

    init(loop: EventLoop, isQuiet: Bool) {
        errors = Output(STDERR_FILENO, loop: loop)
        isShown = !isQuiet && Terminal.isTerminal(STDERR_FILENO)
    }

    /// Shows a text in place of the line's former text.
    func show(_ text: String) {
        guard isShown else { return }
        errors.write(Self.replacing(text, on: terminal), isReplaceable: true)
        hasLine = true
    }

    /// Returns what the terminal must receive to show a text in place of its last line.
    static func replacing(_ text: String, on terminal: Terminal) -> String {
        // The last column of the terminal stays empty, because some terminals wrap a line that fills it.
        "\r\u{1B}[K" + DisplayWidth.cut(text, to: max(terminal.width - 1, 1), ellipsis: "")
    }

    /// Removes the line and prints a message, which begins with the program's name.
    func say(_ text: String) {
        clear()
        errors.write("longwave: \(clean(Credentials.hidden(in: text)))\n")
    }

    /// Removes the line and prints a text in its place, without the program's name. Does nothing if ``isShown`` is
    /// false.
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

    /// Removes the line, and waits until the queued text is written, at most 250 ms.
    func leave() {
        clear()
        errors.flush(within: .milliseconds(250))
    }
}

import Glibc
import LongwaveTerminal

/// A line on stderr that changes while something goes on, and what is said above it. The line is there only on a terminal; what is
/// said is said anywhere.
final class ProgressLine {
    /// Whether there is anybody to show a line to.
    let isShown: Bool

    private let errors: Output
    private let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
    private let terminal = Terminal(output: STDERR_FILENO)
    private var hasLine = false

    init(loop: EventLoop, isQuiet: Bool) {
        errors = Output(STDERR_FILENO, loop: loop)
        isShown = !isQuiet && Terminal.isTerminal(STDERR_FILENO)
    }

    /// Puts a text in the place of the line.
    func show(_ text: String) {
        guard isShown else { return }
        // The last column stays free, for terminals that go to the next line behind it.
        let cut = DisplayWidth.cut(text, to: max(terminal.width - 1, 1), ellipsis: "")
        errors.write("\r\u{1B}[K\(cut)", isReplaceable: true)
        hasLine = true
    }

    /// A text for a person that stays, and takes the line's place where there is one.
    func say(_ text: String) {
        clear()
        errors.write("longwave: \(clean(Credentials.hidden(in: text)))\n")
    }

    /// The same without the program's name, on a terminal only.
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

    /// Takes the line away, and gives a slow terminal a moment.
    func leave() {
        clear()
        errors.flush(within: .milliseconds(250))
    }
}

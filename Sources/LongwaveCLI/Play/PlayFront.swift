import Glibc
import LongwaveTerminal
import RadioLoop

/// Stdout, stderr and the terminal of one play session.
final class PlayFront {
    let terminal = Terminal()
    let presenter: any PlayPresenter
    private let output: Output
    private let errors: Output
    private let clean: Sanitiser
    private let errorsAreOnTerminal = Terminal.isTerminal(STDERR_FILENO)

    /// Creates the outputs, and the presenter that ``PlayOptions/look`` chooses.
    /// - Parameter onClosed: called when the pipe of stdout was closed by its reader, or the terminal hung up.
    init(_ options: PlayOptions, loop: EventLoop, onClosed: @escaping () -> Void) {
        output = Output(STDOUT_FILENO, loop: loop)
        errors = Output(STDERR_FILENO, loop: loop)
        clean = Sanitiser(charset: options.charset)
        output.onClosed = onClosed
        let charset = options.charset
        let playing = options.isRecording ? "recording" : "playing"
        presenter =
            switch options.look {
            case .live:
                TerminalPresenter(
                    screen: Screen(
                        output: output, terminal: terminal, charset: charset, usesColour: options.usesColour),
                    charset: charset, playing: playing)
            case .lines: LinesPresenter(output: output, charset: charset, playing: playing)
            case .quiet: QuietPresenter()
            case .json: JSONPresenter(output: output, charset: charset)
            case .rows(let format): RowsPresenter(output: output, charset: charset, format: format)
            }
    }

    /// Prints a message for a person: above the live status line if stderr is a terminal with such a line, otherwise to
    /// stderr.
    func say(_ text: String) {
        let line = clean(Credentials.hidden(in: text))
        // If stderr is a terminal, the presenter may print the message above its live status line.
        if errorsAreOnTerminal, presenter.message(line) { return }
        errors.write("longwave: \(line)\n")
    }

    /// Whether nobody but the person at the terminal reads stderr.
    var showsSecrets: Bool { errorsAreOnTerminal }

    /// Prints lines to stderr as they are.
    func show(_ lines: [String]) { errors.write(lines.map { $0 + "\n" }.joined()) }

    /// Removes the live status line, and prints to stderr why the program ends.
    func fail(_ failure: CommandFailure) {
        presenter.leave()
        for line in failure.lines {
            errors.write("longwave: \(clean(Credentials.hidden(in: line)))\n")
        }
    }

    /// Restores the terminal. Waits until the queued text of stdout and stderr is written, at most 250 ms for each of
    /// them.
    func leave() {
        presenter.leave()
        output.flush(within: .milliseconds(250))
        errors.flush(within: .milliseconds(250))
        terminal.restore()
    }
}

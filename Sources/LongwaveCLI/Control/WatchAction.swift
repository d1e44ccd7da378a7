import Glibc
import LongwaveDesktop
import LongwaveTerminal
import RadioJSON

/// The commands `longwave ctl watch` and `longwave ctl events`: print the shared player's notifications until the
/// player ends.
struct WatchAction {
    /// The form in which notifications are printed.
    enum Form: Hashable, Sendable {
        /// A line that describes the shared player: the template with the values in place of the names, or the default
        /// line if the template is nil.
        case line(template: String?)
        /// Each notification as JSON.
        case events
    }

    let form: Form
    let settings: PrintSettings

    init(_ form: Form, settings: PrintSettings) {
        self.form = form
        self.settings = settings
    }

    /// The names of values that a template may contain in braces, such as `{station}`.
    static let names = PlayerWords.names

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(watch) }

    private static let second = Duration.seconds(1)

    /// Prints notifications until the shared player ends, or the program that reads stdout closes it.
    private func watch(_ report: ReportOutput) throws(CommandFailure) {
        let client = try ControlAction.client()
        do throws(PlayerCommandError) {
            let status = try client.ask("subscribe")
            switch form {
            case .events:
                guard print(status, report) else { return }
                while case .told(let news) = try client.next() {
                    if let event = news["params"], !print(event, report) { return }
                }
            case .line(let template):
                var printer = LinePrinter(template: template, charset: report.charset)
                var (state, time) = (Self.state(status), ContinuousClock.now)
                while true {
                    guard let now = state?.advanced(by: ContinuousClock.now - time), printer.print(PlayerWords(now))
                    else { return }
                    // While sound plays, the shown times advance before the next notification.
                    let patience = printer.isOnTerminal && now.snapshot.status == .playing ? Self.second : nil
                    switch try client.next(within: patience) {
                    case .told(let news):
                        if let new = news["params"].flatMap(Self.state) { (state, time) = (new, .now) }
                    case .nothing: break
                    case .ended:
                        printer.end()
                        return
                    }
                }
            }
        } catch { throw CommandFailure(error) }
    }

    private static func state(_ value: JSONValue) -> PlayerState? {
        PlayerStateReader(clock: .now(), now: .now).state(value)
    }

    /// Prints a notification as a line of JSON. Returns false if the program that reads stdout has closed it.
    private func print(_ value: JSONValue, _ report: ReportOutput) -> Bool {
        OutputSink.writeAll(STDOUT_FILENO, value.node.text(isASCII: report.charset == .ascii) + "\n")
    }

    /// On a terminal, prints one line that is overwritten at each change. Elsewhere, prints a new line at each change.
    private struct LinePrinter {
        let template: String?
        let charset: TerminalCharset
        let terminal = Terminal()
        let isOnTerminal = Terminal.isTerminal(STDOUT_FILENO)
        private var last: String?

        init(template: String?, charset: TerminalCharset) {
            self.template = template
            self.charset = charset
        }

        /// Prints the line if its text has changed. Returns false if the program that reads stdout has closed it.
        mutating func print(_ words: PlayerWords) -> Bool {
            let width = isOnTerminal ? max(terminal.width - 1, 1) : .max
            var text = StatusLine(charset: charset).text(words, width: width).text
            if let template {
                let filled = Sanitiser(charset: charset)(words.filled(template))
                text = DisplayWidth.cut(filled, to: width, ellipsis: charset.ellipsis)
            }
            guard text != last else { return true }
            last = text
            return OutputSink.writeAll(STDOUT_FILENO, isOnTerminal ? "\r\u{1B}[K\(text)" : text + "\n")
        }

        func end() { if isOnTerminal, last != nil { OutputSink.writeAll(STDOUT_FILENO, "\n") } }
    }
}

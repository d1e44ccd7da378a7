import ArgumentParser
import Glibc
import LongwaveDesktop
import LongwaveTerminal
import RadioJSON

// Subcommands of `longwave ctl` that print the shared player's notifications until the player ends.

struct CtlWatch: Command {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Prints a status line whenever it changes, for a terminal or a status bar.",
        discussion: "Names in a template: \(PlayerWords.names.map { "{\($0)}" }.joined(separator: ", ")).")

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp("Prints this template, such as '{artist}: {title}'.", valueName: "template"))
    var template: String?

    var settings: PrintSettings { PrintSettings() }

    private static let second = Duration.seconds(1)

    /// Prints lines until the shared player ends, or the program that reads stdout closes it.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let client = try ControlAction.client()
        do throws(PlayerCommandError) {
            let status = try client.ask("subscribe")
            var printer = LinePrinter(template: template, charset: output.charset)
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
        } catch { throw CommandFailure(error) }
    }

    private static func state(_ value: JSONValue) -> PlayerState? {
        PlayerStateReader(clock: .now(), now: .now).state(value)
    }

    /// On a terminal, prints one line that is overwritten at each change. Elsewhere, prints a new line at each change.
    private struct LinePrinter {
        let template: String?
        let charset: TerminalCharset
        let terminal = Terminal()
        let isOnTerminal = Terminal.isTerminal(STDOUT_FILENO)
        var last: String?

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

struct CtlEvents: Command {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Prints the current state, and then every change, as JSON Lines.")

    var settings: PrintSettings { PrintSettings(format: .json) }

    /// Prints notifications until the shared player ends, or the program that reads stdout closes it.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let client = try ControlAction.client()
        do throws(PlayerCommandError) {
            guard print(try client.ask("subscribe"), output) else { return }
            while case .told(let news) = try client.next() {
                if let event = news["params"], !print(event, output) { return }
            }
        } catch { throw CommandFailure(error) }
    }

    /// Prints a notification as a line of JSON. Returns false if the program that reads stdout has closed it.
    private func print(_ value: JSONValue, _ output: ReportOutput) -> Bool {
        OutputSink.writeAll(STDOUT_FILENO, value.node.text(isASCII: output.charset == .ascii) + "\n")
    }
}

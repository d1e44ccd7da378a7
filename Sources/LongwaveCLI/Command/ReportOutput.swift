import Glibc
import LongwaveTerminal
import RadioJSON

/// Prints the reports, lists and failures of a command.
struct ReportOutput {
    let settings: PrintSettings
    let charset = TerminalCharset(environment: Environment.value)

    init(_ settings: PrintSettings) { self.settings = settings }

    /// Prints a report to stdout in the chosen format. If no format was chosen, prints a table, even if stdout is a
    /// pipe.
    func show(_ rows: ReportRows, json: @autoclosure () -> JSONNode) {
        guard !settings.isQuiet else { return }
        let chosen = settings.format ?? .table
        let text =
            switch chosen {
            case .json: json().text(isASCII: charset == .ascii) + "\n"
            case .table, .csv, .csvRaw, .tsv: rows.text(chosen, charset)
            }
        // The result is ignored, because a reader that closes the pipe early is not a failure.
        OutputSink.writeAll(STDOUT_FILENO, text)
    }

    /// Prints a list to stdout in the chosen format. If no format was chosen, prints a table if stdout is a terminal,
    /// otherwise TSV.
    /// - Parameter text: returns the list in the format of its first argument. Its second argument is the terminal's
    ///   width in columns, or nil for lines of any length.
    func list(_ text: (OutputFormat, Int?) -> String) {
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        let chosen = settings.format ?? (isTerminal ? .table : .tsv)
        // The result is ignored, because a reader that closes the pipe early is not a failure.
        OutputSink.writeAll(STDOUT_FILENO, text(chosen, isTerminal ? Terminal().width : nil))
    }

    /// Prints one line for people about a change that was made. Prints nothing if a format for programs was chosen.
    func done(_ text: String) {
        guard !settings.isQuiet, (settings.format ?? .table) == .table else { return }
        CommandNotes().done(text)
    }

    func say(_ text: String) { CommandNotes().say(text) }
}

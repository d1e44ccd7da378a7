import Glibc
import LongwaveTerminal
import RadioJSON

/// How commands that give a report print it, and say what went wrong.
struct ReportOutput {
    let settings: PrintSettings
    let charset = TerminalCharset(environment: Environment.value)

    init(_ settings: PrintSettings) { self.settings = settings }

    /// Runs a command, and says why it ended and what may help.
    /// - Returns: the exit code.
    func ending(_ command: (ReportOutput) throws(CommandFailure) -> Void) -> Int32 {
        do throws(CommandFailure) {
            try command(self)
            return ExitCode.ended.rawValue
        } catch {
            for line in [error.sentence] + error.hints where !line.isEmpty { say(line) }
            return error.code.rawValue
        }
    }

    /// For people unless asked otherwise, in a pipe too.
    func show(_ rows: ReportRows, json: @autoclosure () -> JSONNode) {
        guard !settings.isQuiet else { return }
        let chosen = settings.format ?? .table
        let text =
            switch chosen {
            case .json: json().text(isASCII: charset == .ascii) + "\n"
            case .table, .csv, .csvRaw, .tsv: rows.text(chosen, charset)
            }
        // A reader that has enough is none to complain about.
        OutputSink.writeAll(STDOUT_FILENO, text)
    }

    /// A list: a table on a terminal, tsv elsewhere, unless asked otherwise.
    /// - Parameter text: gives it for a format and the columns of the terminal; nil where lines may have any length.
    func list(_ text: (OutputFormat, Int?) -> String) {
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        let chosen = settings.format ?? (isTerminal ? .table : .tsv)
        // A reader that has enough is none to complain about.
        OutputSink.writeAll(STDOUT_FILENO, text(chosen, isTerminal ? Terminal().width : nil))
    }

    /// What was changed, in one line for people.
    func done(_ text: String) {
        guard !settings.isQuiet, (settings.format ?? .table) == .table else { return }
        CommandNotes().done(text)
    }

    func say(_ text: String) { CommandNotes().say(text) }
}

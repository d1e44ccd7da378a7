import ArgumentParser
import CLinux
import Glibc
import Longwave

/// How commands that give a report print it, and say what went wrong.
struct ReportOutput {
    var format: FormatOptions
    let charset = TerminalCharset(environment: Environment.value)

    /// For people unless asked otherwise, in a pipe too.
    func show(_ rows: ReportRows, json: @autoclosure () -> JSONNode) {
        guard !format.quiet else { return }
        let chosen = format.chosen ?? .table
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
        let chosen = format.chosen ?? (isTerminal ? .table : .tsv)
        // A reader that has enough is none to complain about.
        OutputSink.writeAll(STDOUT_FILENO, text(chosen, isTerminal ? Terminal().width : nil))
    }

    /// What was changed, in one line for people.
    func done(_ text: String) {
        guard !format.quiet, (format.chosen ?? .table) == .table else { return }
        CommandNotes().done(text)
    }

    func say(_ text: String) { CommandNotes().say(text) }

    func fail(_ code: ExitCode, _ sentence: String) -> ArgumentParser.ExitCode {
        fail(CommandFailure(code: code, sentence: sentence))
    }

    func fail(_ error: RadioError) -> ArgumentParser.ExitCode { fail(CommandFailure(error)) }

    /// Says why, and what may help, and gives what to end with.
    func fail(_ failure: CommandFailure) -> ArgumentParser.ExitCode { CommandNotes().fail(failure) }
}

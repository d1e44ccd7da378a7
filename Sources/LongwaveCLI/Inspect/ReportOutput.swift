import ArgumentParser
import CLinux
import Glibc
import Longwave

/// How `probe` and `inspect` print their one report.
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
            case .table, .csv, .tsv: rows.text(chosen, charset)
            }
        // A reader that has enough is none to complain about.
        OutputSink.writeAll(STDOUT_FILENO, text)
    }

    func say(_ text: String) {
        let clean = Sanitiser(charset: charset)(Credentials.hidden(in: text))
        OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean)\n")
    }

    func fail(_ code: ExitCode, _ sentence: String) -> ArgumentParser.ExitCode {
        say(sentence)
        return ArgumentParser.ExitCode(code.rawValue)
    }
}

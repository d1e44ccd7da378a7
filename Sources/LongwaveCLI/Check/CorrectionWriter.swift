import Glibc
import LongwaveTerminal

/// Shows the corrections that `longwave check --fix` makes to station lists, asks for consent and writes them.
struct CorrectionWriter {
    let output: ReportOutput
    /// Whether corrections are written without asking for consent.
    let isSure: Bool

    /// Shows and writes the corrections.
    /// - Parameter found: the path or address of each station list, with the corrections of stations in that list.
    func settle(_ found: [(source: String, corrections: [StationCorrection])]) throws(CommandFailure) {
        let count = found.map(\.corrections.count).reduce(0, +)
        guard count > 0 else { return note("nothing to correct") }
        for (source, corrections) in found {
            show(source)
            for correction in corrections { CorrectionText.lines(correction).forEach(show) }
        }
        guard isSure || Question.ask("Write these changes (\(count.counted("station")))?") else {
            return note("nothing was written" + (Question.canBeAsked ? "" : ": use --yes to write without asking"))
        }
        var failure: CommandFailure?
        for (source, corrections) in found {
            do throws(StationLibraryError) {
                tell(try StationListFile.correct(corrections, in: source))
            } catch {
                let why = CommandFailure(error)
                if failure != nil { note(why.sentence) }
                failure = failure ?? why
            }
        }
        if let failure { throw failure }
    }

    private func tell(_ corrected: StationListFile.Corrected) {
        for file in corrected.files { note("\(file.path): \(file.count.counted("station")) corrected") }
        for refusal in corrected.refusals { note(refusal) }
        if corrected.refusals.isEmpty, !corrected.left.isEmpty {
            note("\(corrected.left.count.counted("station")) not corrected: the list was changed in the meantime")
        }
    }

    private func note(_ text: String) { if !output.settings.isQuiet { output.say(text) } }

    /// Prints a line of a correction: to stdout if the results of the check are printed as a table, otherwise to
    /// stderr, because a program may read the results from stdout.
    private func show(_ line: String) {
        guard !output.settings.isQuiet else { return }
        let clean = Sanitiser(charset: output.charset)
        let isTable =
            output.settings.format == .table || output.settings.format == nil && Terminal.isTerminal(STDOUT_FILENO)
        OutputSink.writeAll(isTable ? STDOUT_FILENO : STDERR_FILENO, clean(Credentials.hidden(in: line)) + "\n")
    }
}

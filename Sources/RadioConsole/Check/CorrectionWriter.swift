import Glibc
import LongwaveTerminal

/// Shows what a check would correct in the lists, asks, and writes it.
struct CorrectionWriter {
    let output: ReportOutput
    /// Writes without a question.
    let isSure: Bool

    /// - Parameter found: by list: its path or address, and what is to be changed there.
    func settle(_ found: [(source: String, corrections: [StationCorrection])]) throws(CommandFailure) {
        let count = found.map(\.corrections.count).reduce(0, +)
        guard count > 0 else { return note("nothing to correct") }
        for (source, corrections) in found {
            show(source)
            for correction in corrections { CorrectionText.lines(correction).forEach(show) }
        }
        guard isSure || Question.ask("Write these changes (\(Self.stations(count)))?") else {
            return note("nothing was written" + (Question.canBeAsked ? "" : ": use --yes to write without a question"))
        }
        var failure: CommandFailure?
        for (source, corrections) in found {
            do throws(StationLibraryError) {
                tell(try StationListFile.correct(corrections, in: source))
            } catch {
                let why = CommandFailure(notWritten: error)
                if failure != nil { note(why.sentence) }
                failure = failure ?? why
            }
        }
        if let failure { throw failure }
    }

    private func tell(_ corrected: StationListFile.Corrected) {
        for file in corrected.files { note("\(file.path): \(Self.stations(file.count)) corrected") }
        for refusal in corrected.refusals { note(refusal) }
        if corrected.refusals.isEmpty, !corrected.left.isEmpty {
            note("\(Self.stations(corrected.left.count)) not corrected: the list has changed meanwhile")
        }
    }

    private static func stations(_ count: Int) -> String { count == 1 ? "1 station" : "\(count) stations" }

    private func note(_ text: String) { if !output.settings.isQuiet { output.say(text) } }

    /// With the table on stdout; where that is for programs, on stderr.
    private func show(_ line: String) {
        guard !output.settings.isQuiet else { return }
        let clean = Sanitiser(charset: output.charset)
        let isTable =
            output.settings.format == .table || output.settings.format == nil && Terminal.isTerminal(STDOUT_FILENO)
        OutputSink.writeAll(isTable ? STDOUT_FILENO : STDERR_FILENO, clean(Credentials.hidden(in: line)) + "\n")
    }
}

import ArgumentParser
import CLinux
import Glibc
import Longwave

struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Look for stations in radio-browser's directory.",
        discussion: """
            The words are a part of the name. The stations with the most votes come first. \
            "longwave add NUMBER" takes one of those that were printed last into your own list. \
            Where the directory does not answer, what it answered to the same question before is printed, and said. \
            A table on a terminal, tsv elsewhere; json can be used as a --library.
            """)

    @Argument(help: ArgumentHelp("A part of the name.", valueName: "words"))
    var words: [String] = []

    @OptionGroup(title: "Which, and how") var query: DirectoryQueryOptions
    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        do throws(CommandFailure) {
            let answer = try DirectoryRun(directory.address) { if format.verbose { output.say($0) } }
                .search(query.made(words: words))
            if !format.quiet { Self.remarks(answer).forEach(output.say) }
            guard !answer.stations.isEmpty else {
                throw CommandFailure(code: .notPlayable, sentence: "The directory knows no such station.")
            }
            LastFound(environment: Environment.folders).keep(answer.stations.map(\.station))
            guard !format.quiet else { return }
            let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
            let printer = DirectoryPrinter(charset: output.charset, width: isTerminal ? Terminal().width : nil)
            let text = printer.text(answer, format.chosen ?? (isTerminal ? .table : .tsv))
            // A reader that has enough is none to complain about.
            OutputSink.writeAll(STDOUT_FILENO, text)
        } catch { throw output.fail(error) }
    }

    /// How new and how whole the answer is.
    static func remarks(_ answer: DirectoryAnswer) -> [String] {
        guard let shortfall = answer.shortfall else { return [] }
        let reason = CommandFailure(shortfall).sentence
        guard let kept = answer.kept else {
            return [reason, "These are only the first \(answer.stations.count) stations."]
        }
        let date = kept.local.replacing("T", with: " ")
        return [reason, "This is the directory's answer of \(date)."]
    }
}

import ArgumentParser
import Longwave

struct FindCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Searches for stations in the radio-browser directory.",
        discussion: """
            The words match a part of a station's name. The stations with the most votes come first. "longwave add \
            NUMBER" adds one of the printed stations to your own list. If the directory does not answer, the command \
            prints the directory's last answer to the same search, and says so. Prints a table on a terminal, and tsv \
            elsewhere. The json format can be used as a --library.
            """)

    @Argument(help: ArgumentHelp("Part of the station's name.", valueName: "words"))
    var words: [String] = []

    @OptionGroup(title: "Search") var query: DirectoryQueryOptions
    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let query = query.made(words: words)
        let answer = try directory.ask(output) { (radio) throws(RadioError) in try await radio.find(query) }
        if !settings.isQuiet { Self.remarks(answer).forEach(output.say) }
        guard !answer.stations.isEmpty else {
            throw CommandFailure(code: .notPlayable, sentence: "No station in the directory matches.")
        }
        LastFound(environment: Environment.folders).keep(answer.stations.map(\.station))
        guard !settings.isQuiet else { return }
        output.list { DirectoryPrinter(charset: output.charset, width: $1).text(answer, $0) }
    }

    /// Returns remarks to print if the answer of the online directory of stations is incomplete, or an older answer
    /// from the cache. Otherwise returns no remarks.
    static func remarks(_ answer: DirectoryAnswer) -> [String] {
        guard let shortfall = answer.shortfall else { return [] }
        let reason = CommandFailure(shortfall).sentence
        guard let kept = answer.kept else {
            return [reason, "Only \(answer.stations.count.counted("station")) arrived."]
        }
        let date = kept.local.replacing("T", with: " ")
        return [reason, "Showing the directory's answer from \(date)."]
    }
}

import Longwave

/// The command `longwave find`: searches the online directory of stations.
public struct FindAction {
    let query: DirectoryQuery
    /// The address of a server with the online directory of stations; nil for the server in the configuration.
    let directory: String?
    let settings: PrintSettings

    public init(query: DirectoryQuery, directory: String?, settings: PrintSettings) {
        self.query = query
        self.directory = directory
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(find) }

    private func find(_ output: ReportOutput) throws(CommandFailure) {
        let answer = try DirectoryRun(.asked(directory)) { if settings.isVerbose { output.say($0) } }.search(query)
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

import Longwave
import RadioProbe

/// The command `longwave check`: finds out which stations of the listener's lists play.
struct CheckAction {
    let query: StationQuery
    /// Whether the command writes corrections, such as new addresses, to the lists of the checked stations.
    let isFixing: Bool
    /// Whether corrections are written without asking for consent.
    let isSure: Bool
    /// The longest wait for the first sound from an address; nil for the default of `StationChecker`.
    let timeout: Duration?
    let maximumAtOnce: Int
    /// The address of a server with the online directory of stations; nil for the server in the configuration.
    let directory: String?
    let libraries: [String]
    let settings: PrintSettings

    /// Creates the command from its options. A nil value stands for the default.
    init(
        query: StationQuery, isFixing: Bool, isSure: Bool, timeout: Duration?, maximumAtOnce: Int, directory: String?,
        libraries: [String], settings: PrintSettings
    ) {
        self.query = query
        self.isFixing = isFixing
        self.isSure = isSure
        self.timeout = timeout
        self.maximumAtOnce = maximumAtOnce
        self.directory = directory
        self.libraries = libraries
        self.settings = settings
    }

    /// The default of the maximum number of addresses that are checked at the same time.
    static let usualMaximumAtOnce = StationChecker.Settings().maximumAtOnce

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(check) }

    private func check(_ output: ReportOutput) throws(CommandFailure) {
        let library = try LibraryReader(asked: libraries).personal.loaded()
        if !settings.isQuiet { ProgrammeFinder.remarks(library).forEach(output.say) }
        let items = LibrarySearch(library).items(query)
        guard !items.isEmpty else { throw CommandFailure(.noneFound(lists: library.sources)) }
        try check(items, of: library, output)
    }

    /// Checks the stations, prints the results, and corrects the lists if ``isFixing`` is set.
    private func check(
        _ items: [LibraryItem], of library: StationLibrary, _ output: ReportOutput
    ) throws(CommandFailure) {
        var limits = timeout.map { StationChecker.Settings(timeout: $0) } ?? StationChecker.Settings()
        limits.maximumAtOnce = maximumAtOnce
        let run = try CheckRun.run(
            items.map(\.station), settings: limits, directory: isFixing ? .asked(directory) : nil,
            isQuiet: settings.isQuiet, isVerbose: settings.isVerbose)
        let found = run.found
        if !settings.isQuiet {
            LastFound(environment: Environment.folders).leave()
            output.list { format, width in
                let document = CheckPrinter.document(zip(items, found).map { ($0, $1) })
                return document.text(format, charset: output.charset, width: width)
            }
        }
        if isFixing, run.isStopped {
            output.say("nothing was written: the check was stopped")
        } else if isFixing {
            try CorrectionWriter(output: output, isSure: isSure).settle(Self.corrections(items, found, library))
        }
        if let failure = Self.failure(found) { throw failure }
    }

    /// Returns the corrections of the checked stations, grouped by the station list that they change. The lists are in
    /// the library's order.
    private static func corrections(
        _ items: [LibraryItem], _ found: [StationHealth], _ library: StationLibrary
    ) -> [(source: String, corrections: [StationCorrection])] {
        var bySource: [String: [StationCorrection]] = [:]
        for (item, health) in zip(items, found) {
            guard let correction = health.correction else { continue }
            bySource[library.list(at: item.number - 1), default: []].append(correction)
        }
        return library.sources.compactMap { source in bySource.removeValue(forKey: source).map { (source, $0) } }
    }

    /// Returns the failure that ends the command; nil if every station plays whose check was completed.
    static func failure(_ found: [StationHealth]) -> CommandFailure? {
        let dead = found.count { !$0.isAlive && $0.isComplete }
        guard dead > 0 else { return nil }
        let isAway = found.allSatisfy { health in
            !health.isAlive && health.dead.allSatisfy { $0.error?.isUnreachable == true }
        }
        if dead > 1, isAway {
            return CommandFailure(code: .unavailable, sentence: "None of the \(dead) stations can be reached.")
        }
        let are = dead == 1 ? "does" : "do"
        return CommandFailure(
            code: .notPlayable, sentence: "\(dead) of \(found.count.counted("station")) \(are) not play.")
    }
}

extension PlaybackError {
    /// Whether the cause of the error may be this computer's own network.
    fileprivate var isUnreachable: Bool {
        switch self {
        case .stream(.hostUnknown), .stream(.noNetwork), .stream(.unreachable), .stream(.timedOut): true
        case .stream, .givenUp, .output, .undecodable: false
        }
    }
}

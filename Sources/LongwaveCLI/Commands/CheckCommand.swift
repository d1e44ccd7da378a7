import ArgumentParser
import Longwave
import RadioProbe

struct CheckCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks which stations play, their formats, and where they have moved.",
        discussion: """
            Opens the addresses of the stations, many at once, and receives a second of sound from each. The \
            command needs no sound server. Words and options select stations as for "longwave list"; the default is \
            all stations. Prints a table on a terminal, and tsv elsewhere.

            Exit codes: 65 some stations do not play; 69 no station can be reached.
            """)

    @Argument(help: ArgumentHelp("Words that the stations must match.", valueName: "words"))
    var words: [String] = []

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Corrects the list: moved addresses, codec and bit rate.",
            discussion: """
                Follows permanent redirects, and asks the directory about stations that do not play. Shows the changes \
                and asks before it writes them.
                """))
    var fix = false

    @Flag(name: .long, help: "With --fix: writes without asking.")
    var yes = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Waits this long for the first sound of an address. (default: 15 seconds)", valueName: "seconds|1m"))
    var timeout: TimeSpan?

    @Option(name: .long, help: ArgumentHelp("Checks this many addresses at once, from 1 to 1000.", valueName: "number"))
    var atOnce = StationChecker.Settings().maximumAtOnce

    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    @OptionGroup(title: "Selection and order") var query: QueryOptions

    var settings: PrintSettings { format.settings }

    func validate() throws {
        if !(1...1000).contains(atOnce) { throw ValidationError("--at-once must be from 1 to 1000.") }
        if yes, !fix { throw ValidationError("--yes needs --fix.") }
        if fix, format.quiet, !yes { throw ValidationError("--fix with --quiet cannot ask: add --yes.") }
    }

    func perform(_ output: ReportOutput) throws {
        let query = try query.made(words: words)
        let library = try RadioSession.run(lists: library.library) { try await $0.library() }
        if !settings.isQuiet { SelectionFinder.remarks(library).forEach(output.say) }
        let items = LibrarySearch(library).items(query)
        guard !items.isEmpty else { throw CommandFailure(.noneFound(lists: library.sources)) }
        try check(items, of: library, output)
    }

    /// Checks the stations, prints the results, and corrects the lists if ``fix`` is set.
    private func check(
        _ items: [LibraryItem], of library: StationLibrary, _ output: ReportOutput
    ) throws(CommandFailure) {
        var limits = timeout.map { StationChecker.Settings(timeout: $0.duration) } ?? StationChecker.Settings()
        limits.maximumAtOnce = atOnce
        let run = try CheckRun.run(
            items.map(\.station), settings: limits, directory: fix ? .asked(directory.directory) : nil,
            isQuiet: settings.isQuiet, isVerbose: settings.isVerbose)
        let found = run.found
        if !settings.isQuiet {
            LastFound(environment: Environment.folders).leave()
            output.list { format, width in
                let document = CheckPrinter.document(zip(items, found).map { ($0, $1) })
                return document.text(format, charset: output.charset, width: width)
            }
        }
        if fix, run.isStopped {
            output.say("nothing was written: the check was stopped")
        } else if fix {
            try CorrectionWriter(output: output, isSure: yes).settle(Self.corrections(items, found, library))
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
    private static func failure(_ found: [StationHealth]) -> CommandFailure? {
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

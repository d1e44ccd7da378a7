import ArgumentParser
import Longwave

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Find out which stations play, what they are, and where they have moved to.",
        discussion: """
            Opens every address of the stations as play does, all at once, listens for a second, and needs no sound \
            server. Words and options choose stations as list does; without them all are checked. \
            A table on a terminal, tsv elsewhere. 65: some stations do not play; 69: none can be reached.
            """)

    @Argument(help: ArgumentHelp("What the stations must have.", valueName: "words"))
    var words: [String] = []

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Correct the list: permanent redirects, codec, bit rate, and where the directory has stations that do not play.",
            discussion: "Shows what would change, and asks."))
    var fix = false

    @Flag(name: .long, help: "With --fix: write without a question.")
    var yes = false

    @Option(
        name: .long,
        help: ArgumentHelp("How long an address may take to its first sound.", valueName: "seconds|1m"))
    var timeout: TimeSpan?

    @Option(name: .long, help: ArgumentHelp("Check so many addresses at a time.", valueName: "number"))
    var atOnce = StationChecker.Settings().maximumAtOnce

    @OptionGroup(title: "Directory") var directory: DirectoryOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    @OptionGroup(title: "Which, and how") var query: QueryOptions

    func validate() throws {
        if !(1...1000).contains(atOnce) { throw ValidationError("--at-once goes from 1 to 1000.") }
        if yes, !fix { throw ValidationError("--yes says yes to --fix.") }
        if fix, format.quiet, !yes { throw ValidationError("--fix --quiet shows nothing to say yes to: add --yes.") }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        switch try library.reader.personal.loadNow() {
        case .failure(let failure): throw output.fail(failure)
        case .success(let library):
            if !format.quiet { ProgrammeFinder.remarks(library).forEach(output.say) }
            let query = try query.made(words: words)
            let items = LibrarySearch(library).items(query)
            guard !items.isEmpty else {
                throw output.fail(.noneFound(lists: library.sources))
            }
            try check(items, of: library, output)
        }
    }

    private func check(_ items: [LibraryItem], of library: StationLibrary, _ output: ReportOutput) throws {
        var settings = timeout.map { StationChecker.Settings(timeout: $0.duration) } ?? StationChecker.Settings()
        settings.maximumAtOnce = atOnce
        let run: CheckRun
        do throws(CommandFailure) {
            run = try CheckRun.run(
                items.map(\.station), settings: settings, directory: fix ? directory.address : nil,
                isQuiet: format.quiet, isVerbose: format.verbose)
        } catch { throw output.fail(error) }
        let found = run.found
        if !format.quiet {
            LastFound(environment: Environment.folders).leave()
            output.list { format, width in
                let document = CheckPrinter.document(zip(items, found).map { ($0, $1) })
                return document.text(format, charset: output.charset, width: width)
            }
        }
        if fix, run.isStopped {
            output.say("nothing was written: the check was ended")
        } else if fix {
            try CorrectionWriter(output: output, isSure: yes).settle(Self.corrections(items, found, library))
        }
        if let failure = Self.failure(found) { throw output.fail(failure) }
    }

    /// What is to be corrected, by list, in the library's order.
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

    /// What to end with; nil where every station that was looked at plays.
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
            code: .notPlayable, sentence: "\(dead) of \(found.count) stations \(are) not play.")
    }
}

extension PlaybackError {
    /// It may be this machine's own network.
    fileprivate var isUnreachable: Bool {
        switch self {
        case .stream(.hostUnknown), .stream(.noNetwork), .stream(.unreachable), .stream(.timedOut): true
        case .stream, .givenUp, .output, .undecodable: false
        }
    }
}

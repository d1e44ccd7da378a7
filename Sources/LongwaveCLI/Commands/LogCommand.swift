import ArgumentParser
import Glibc
import Longwave

struct LogCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Logs the titles that stations play, without playing them.",
        discussion: """
            Follows the named stations. With --all, or with only --library, it follows every station of the list. It \
            runs until SIGTERM or Ctrl-C. On a terminal it prints a line for each title. Elsewhere, and with --json, \
            it prints JSON Lines (\(Documents.path("LOGGER.md"))), each after the title is stored in the title database \
            for "longwave songs". SIGHUP reads the list again and reopens the log file.
            """)

    @Argument(
        help: ArgumentHelp("Station of the list, or an address.", valueName: "station|url"),
        completion: StationCompletion.kind)
    var stations: [String] = []

    @Flag(name: .long, help: "Follows every station of the list.")
    var all = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Appends records to this file, as CSV if its name ends in .csv; - is standard output.",
            valueName: "file.jsonl|file.csv|-"),
        completion: .file(extensions: ["jsonl", "csv"]))
    var to = "-"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Rotates the file each day, or before it exceeds this size. (default: never)", valueName: "daily|10M"),
        completion: .list(["daily", "10M"]))
    var rotate: LogRotation?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keeps titles and rotated files for this long, or up to this size. (default: all)",
            valueName: "90d|10G|all"))
    var keep: TitleRetention?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Ends after this time. (default: never)", valueName: "seconds|10m|2h"))
    var duration: TimeSpan?

    @Option(
        name: .long,
        help: ArgumentHelp("Connects to at most this many stations per second. (default: 300)", valueName: "number"))
    var maxRate: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Reads titles from the stream, or from the server's status page; auto uses the status page once both agree. \
            (default: stream)
            """,
            valueName: "auto|stream|status"))
    var source: FollowedSource?

    @OptionGroup(title: "Rules") var rules: RuleOptions

    @OptionGroup(title: "Titles") var titles: TitleOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Other devices") var web: WebOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    /// Refuses a command line that names no stations, a rate that is out of range, or options that contradict each
    /// other.
    func validate() throws {
        if stations.isEmpty, !all, library.library.isEmpty {
            throw ValidationError("Name stations or addresses, or use --library or --all.")
        }
        if !stations.isEmpty, all { throw ValidationError("--all and names of stations cannot be combined.") }
        if let maxRate, !(maxRate > 0 && maxRate <= 100_000) {
            throw ValidationError("--max-rate must be above 0 and at most 100000.")
        }
        if rotate != nil, to == "-" { throw ValidationError("--rotate needs --to FILE.") }
        if to.isEmpty { throw ValidationError("--to needs a file.") }
        switch format.chosen {
        case .json, nil: break
        case .csvRaw:
            if to != "-", LogFormat(path: to) != .csv { throw ValidationError("csv-raw needs --to FILE.csv.") }
        case .csv: if to != "-" { throw ValidationError("--format csv is for standard output; use --to FILE.csv.") }
        case .table: if to != "-" { throw ValidationError("--to FILE writes JSON Lines or CSV, not a table.") }
        case .tsv: throw ValidationError("log prints json, csv or table, not tsv.")
        }
    }

    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws(CommandFailure) {
        try LogView.run(plan(TitleRuleFile.readIfPossible(rules.rules)))
    }

    /// Returns the settings of the log, from the command line and the configuration.
    private func plan(_ rules: TitleRuleSet) throws(CommandFailure) -> LogView.Plan {
        let usual = Configuration.ofUser.log
        let retention = keep ?? usual.retention ?? TitleRetention()
        let database = try TitleDatabase.path(titles.database, makesFolder: true)
        let target: LogTarget? =
            if to != "-" {
                LogTarget(
                    .file(to), format: settings.format == .csvRaw ? .csvRaw : LogFormat(path: to),
                    rotation: rotate, keeping: retention)
            } else {
                switch settings.format ?? (Terminal.isTerminal(STDOUT_FILENO) ? .table : .json) {
                // In the formats `table` and `tsv`, the session prints titles for people, and no log is written.
                case .table, .tsv: nil
                case .json: LogTarget(.descriptor(STDOUT_FILENO), format: .jsonLines)
                case .csv: LogTarget(.descriptor(STDOUT_FILENO), format: .csv)
                case .csvRaw: LogTarget(.descriptor(STDOUT_FILENO), format: .csvRaw)
                }
            }
        var logging = TitleLogger.Settings(database: database, log: target)
        logging.maximumRate = maxRate ?? usual.maximumRate ?? 300
        logging.source = source ?? usual.source ?? .stream
        logging.rules = rules
        logging.retention = retention
        // The settings file's address is that of the shared player.
        var options = Configuration()
        web.apply(to: &options)
        return LogView.Plan(
            choice: StationChoice(names: stations, library: LibraryReader(asked: library.library)), settings: logging,
            endAfter: duration?.duration, isQuiet: settings.isQuiet, isVerbose: settings.isVerbose,
            http: web.http == nil ? nil : options.inheriting(.ofUser).http.options)
    }
}

import Glibc
import Longwave

/// The command `longwave log`: records the titles of many stations at the same time.
struct LogAction {
    /// The stations and addresses to log; if empty, all stations of the station lists are logged.
    let stations: [String]
    let libraries: [String]
    /// The path of the file to which the log is written; `-` is standard output.
    let path: String
    let rotation: LogRotation?
    /// The largest age and size of the titles in the title database, and of the log's rotated files. If this property,
    /// ``maximumRate`` or ``source`` is nil, the configuration's value is used.
    let retention: TitleRetention?
    /// How long the log runs; nil to run until the program is stopped.
    let duration: Duration?
    /// The largest number of stations to which the command begins to connect per second.
    let maximumRate: Double?
    let source: FollowedSource?
    /// The path of a file of title rules; nil for the path in the configuration, or the default path.
    let rules: String?
    /// The path of the title database; nil for the path in the configuration, or the default path.
    let database: String?
    let settings: PrintSettings

    /// Creates the command from its options. A nil value stands for the default.
    init(
        stations: [String], libraries: [String], path: String, rotation: LogRotation?, retention: TitleRetention?,
        duration: Duration?, maximumRate: Double?, source: FollowedSource?, rules: String?, database: String?,
        settings: PrintSettings
    ) {
        self.stations = stations
        self.libraries = libraries
        self.path = path
        self.rotation = rotation
        self.retention = retention
        self.duration = duration
        self.maximumRate = maximumRate
        self.source = source
        self.rules = rules
        self.database = database
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(log) }

    private func log(_ output: ReportOutput) throws(CommandFailure) {
        let rules = TitleRuleFile.readIfPossible(rules)
        let code = try LogSession.run(plan(rules))
        if code != .ended { throw CommandFailure(code) }
    }

    /// Returns the settings of the log, from the command line and the configuration.
    private func plan(_ rules: TitleRuleSet) throws(CommandFailure) -> LogSession.Plan {
        let usual = Configuration.ofUser.log
        let retention = retention ?? usual.retention ?? TitleRetention()
        let database = try TitleDatabase.path(database, makesFolder: true)
        let target: LogTarget? =
            if path != "-" {
                LogTarget(
                    .file(path), format: settings.format == .csvRaw ? .csvRaw : LogFormat(path: path),
                    rotation: rotation, keeping: retention)
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
        logging.maximumRate = maximumRate ?? usual.maximumRate ?? 300
        logging.source = source ?? usual.source ?? .stream
        logging.rules = rules
        logging.retention = retention
        return LogSession.Plan(
            choice: StationChoice(names: stations, library: LibraryReader(asked: libraries)), settings: logging,
            endAfter: duration, isQuiet: settings.isQuiet, isVerbose: settings.isVerbose)
    }
}

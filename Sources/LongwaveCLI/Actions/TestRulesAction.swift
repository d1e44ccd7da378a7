import Longwave

/// The command `longwave rules test`: shows the effect of title rules on the titles of a log.
struct TestRulesAction {
    /// The path of a log, or of a file with a raw title on each line; `-` is standard input.
    let log: String
    /// The path of a file of title rules; nil for the path in the configuration, or the default path.
    let rules: String?
    /// The names of the station that sent those titles whose lines name no station.
    let station: [String]
    let charset: String?
    /// Whether titles that no rule matches are also printed.
    let showsAll: Bool
    let settings: PrintSettings

    init(
        log: String, rules: String?, station: [String], charset: String?, showsAll: Bool, settings: PrintSettings
    ) {
        self.log = log
        self.rules = rules
        self.station = station
        self.charset = charset
        self.showsAll = showsAll
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(test) }

    /// Applies the rules to each title in ``log``. Prints the titles that a rule matches or is too slow for, or all
    /// titles if ``showsAll`` is set. Then prints a summary.
    private func test(_ output: ReportOutput) throws(CommandFailure) {
        var trial = RuleTrial(rules: try TitleRuleFile.read(rules), station: station)
        var titles = LoggedTitles(charset: charset, station: station)
        let printer = RuleTrialPrinter(
            format: settings.format ?? .table, charset: output.charset, isQuiet: settings.isQuiet)
        printer.begin()
        let code = TitleLines.eachLine(of: log, maximum: LoggedTitles.maximumLine) { line in
            switch titles.read(line) {
            case .other: return
            case .wrong(let words): trial.countWrong(words)
            case .title(let title):
                let result = trial.apply(to: title)
                if showsAll || !result.applied.isEmpty || !result.givenUp.isEmpty {
                    printer.show(title, result, trial.rules)
                }
            }
        }
        if code != 0 { throw CommandFailure(unreadable: log, code) }
        if titles.isCSVLog {
            throw CommandFailure(
                code: .notPlayable, sentence: "\(log) is a CSV log. Rules are tested with a JSON Lines log.")
        }
        for line in trial.summary { output.say(line) }
    }
}

import ArgumentParser
import Longwave

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Tests rules for titles.", subcommands: [Test.self])

    struct Test: Command {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Prints what rules would change in a log of titles.",
            discussion: """
                The log is JSON Lines from "longwave log", or a file with a raw title or a whole metadata block on \
                each line, as "longwave inspect --as titles" reads it. For each title that a rule matches, the command \
                prints the title, the result and the rules. It changes no file. See \(Documents.path("TITLES.md")).
                """)

        @Argument(
            help: ArgumentHelp("Log, or raw titles, one per line; - reads standard input.", valueName: "log|-"),
            completion: .file())
        var log: String

        @OptionGroup(title: "Rules") var rules: RuleOptions

        @Option(
            name: .long,
            help: ArgumentHelp(
                "Name or id of the station for titles that do not name one.", valueName: "name"))
        var station: [String] = []

        @Option(
            name: .long, help: ArgumentHelp("Charset of titles that are not UTF-8.", valueName: "name"),
            completion: PropertyCompletion.charset)
        var charset: String?

        @Flag(name: .long, help: "Also prints titles that no rule matches.")
        var all = false

        @OptionGroup(title: "Printing") var format: FormatOptions

        var settings: PrintSettings { format.settings }

        /// Applies the rules to each title in ``log``. Prints the titles that a rule matches or is too slow for, or all
        /// titles if ``all`` is set. Then prints a summary.
        func perform(_ output: ReportOutput) throws(CommandFailure) {
            var trial = RuleTrial(rules: try TitleRuleFile.read(rules.rules), station: station)
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
                    if all || !result.applied.isEmpty || !result.givenUp.isEmpty {
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
}

import ArgumentParser
import Glibc
import Longwave

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Try rules for titles.", subcommands: [Test.self])

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Say what rules would make of a log, without changing anything.",
            discussion: """
                The log is one that `longwave log` wrote (JSON Lines), or has a raw title or a whole metadata block a line, as \
                `inspect --as titles` reads it. Each title that a rule matches is told: what it is, what it becomes, and by \
                which rules. \(Documents.path("TITLES.md")).
                """)

        @Argument(
            help: ArgumentHelp("A log, or raw titles, one a line; - is standard input.", valueName: "log|-"),
            completion: .file())
        var log: String

        @OptionGroup(title: "Rules") var rules: RuleOptions

        @Option(
            name: .long,
            help: ArgumentHelp(
                "The station of titles that do not name theirs: its name or id.", valueName: "name"))
        var station: [String] = []

        @Option(
            name: .long, help: ArgumentHelp("The charset of titles that are not UTF-8.", valueName: "name"),
            completion: PropertyCompletion.charset)
        var charset: String?

        @Flag(name: .long, help: "Also titles that no rule matches.")
        var all = false

        @OptionGroup(title: "Printing") var format: FormatOptions

        func run() throws {
            let output = ReportOutput(format: format)
            var trial = RuleTrial(rules: try rules.read(), station: station)
            var titles = LoggedTitles(charset: charset, station: station)
            let printer = RuleTrialPrinter(
                format: format.chosen ?? .table, charset: output.charset, isQuiet: format.quiet)
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
            if code != 0 {
                let words = "\(log): \(String(cString: strerror(code)))"
                throw output.fail(ExitCode(StreamError.fileUnreadable(words)), words)
            }
            for line in trial.summary { output.say(line) }
        }
    }
}

import ArgumentParser
import Longwave
import RadioConsole

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
            let action = TestRulesAction(
                log: log, rules: rules.rules, station: station, charset: charset, showsAll: all,
                settings: format.settings)
            try end(with: action.run())
        }
    }
}

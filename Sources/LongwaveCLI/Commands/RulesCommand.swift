import ArgumentParser
import Longwave

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Tests rules for titles.", subcommands: [Test.self])

    struct Test: ParsableCommand {
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

        func run() throws {
            let action = TestRulesAction(
                log: log, rules: rules.rules, station: station, charset: charset, showsAll: all,
                settings: format.settings)
            try end(with: action.run())
        }
    }
}

import ArgumentParser
import Longwave

/// Where rules for titles are.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Rules for titles (\(Documents.path("TITLES.md"))), instead of ~/.config/longwave/rules.json.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var rules: String?

    /// Rules of the file named, else of the usual one; none where that does not exist.
    func read() throws -> TitleRuleSet {
        let environment = Environment.folders
        do throws(TitleRuleLibrary.Failure) {
            return try TitleRuleLibrary.read(named: rules, environment: environment)
        } catch {
            let output = ReportOutput(format: FormatOptions())
            switch error {
            case .unreadable(let words): throw output.fail(.fileMissing, words)
            case .refused(let problem):
                let path = rules ?? TitleRuleLibrary.usualPath(environment: environment) ?? "rules"
                throw output.fail(.notPlayable, "\(path): \(problem)")
            }
        }
    }
}

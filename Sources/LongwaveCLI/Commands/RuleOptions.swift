import ArgumentParser
import Glibc
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
        do throws(CommandFailure) { return try found() } catch {
            throw ReportOutput(format: FormatOptions()).fail(error)
        }
    }

    /// The same for who goes on without rules: what is wrong with them is said, and ends neither sound nor log.
    func readIfPossible() -> TitleRuleSet {
        do throws(CommandFailure) { return try found() } catch {
            let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
            OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(error.sentence)); titles are read without rules\n")
            return TitleRuleSet()
        }
    }

    private func found() throws(CommandFailure) -> TitleRuleSet {
        let environment = Environment.folders
        do throws(TitleRuleLibrary.Failure) {
            return try TitleRuleLibrary.read(named: rules, environment: environment)
        } catch {
            switch error {
            case .unreadable(let words): throw CommandFailure(code: .fileMissing, sentence: words)
            case .refused(let problem):
                let path = rules ?? TitleRuleLibrary.usualPath(environment: environment) ?? "rules"
                throw CommandFailure(code: .notPlayable, sentence: "\(path): \(problem)")
            }
        }
    }
}

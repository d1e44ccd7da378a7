import Glibc
import LongwaveTerminal

/// Reads title rules from the file that the command line or the configuration names, otherwise from the default file.
/// If the default file does not exist, there are no rules.
enum TitleRuleFile {
    /// Returns the rules in the file at the path `asked`; if it is nil, the rules in the configured file or the default
    /// file.
    /// - Throws: a failure if the file cannot be read or contains something that is not a rule.
    static func read(_ asked: String?) throws(CommandFailure) -> TitleRuleSet {
        let named = asked ?? Configuration.ofUser.rules
        let environment = Environment.folders
        do throws(TitleRuleLibrary.Failure) {
            return try TitleRuleLibrary.read(named: named, environment: environment)
        } catch {
            switch error {
            case .unreadable(let words): throw CommandFailure(code: .fileMissing, sentence: "\(words).")
            case .refused(let problem):
                let path = named ?? TitleRuleLibrary.usualPath(environment: environment) ?? "rules"
                throw CommandFailure(code: .notPlayable, sentence: "\(path): \(problem).")
            }
        }
    }

    /// Reads the rules. If they cannot be read, prints why and returns no rules, so that playing and logging continue
    /// without rules.
    static func readIfPossible(_ named: String?) -> TitleRuleSet {
        do throws(CommandFailure) { return try read(named) } catch {
            let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
            OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(error.sentence)) Titles are read without rules.\n")
            return TitleRuleSet()
        }
    }
}

import Glibc
import LongwaveTerminal

/// Reads title rules from the named file, or else from the usual one. A missing usual file contains no rules.
enum TitleRuleFile {
    static func read(_ asked: String?) throws(CommandFailure) -> TitleRuleSet {
        let named = asked ?? Configuration.ofUser.rules
        let environment = Environment.folders
        do throws(TitleRuleLibrary.Failure) {
            return try TitleRuleLibrary.read(named: named, environment: environment)
        } catch {
            switch error {
            case .unreadable(let words): throw CommandFailure(code: .fileMissing, sentence: words)
            case .refused(let problem):
                let path = named ?? TitleRuleLibrary.usualPath(environment: environment) ?? "rules"
                throw CommandFailure(code: .notPlayable, sentence: "\(path): \(problem)")
            }
        }
    }

    /// Reads the rules, or prints what is wrong and returns no rules: playing and logging continue without rules.
    static func readIfPossible(_ named: String?) -> TitleRuleSet {
        do throws(CommandFailure) { return try read(named) } catch {
            let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
            OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(error.sentence)); titles are read without rules\n")
            return TitleRuleSet()
        }
    }
}

import Glibc
import LongwaveTerminal

/// Rules for titles: those of the file named, else of the usual one; none where that does not exist.
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

    /// The same for who goes on without rules: what is wrong with them is said, and ends neither sound nor log.
    static func readIfPossible(_ named: String?) -> TitleRuleSet {
        do throws(CommandFailure) { return try read(named) } catch {
            let clean = Sanitiser(charset: TerminalCharset(environment: Environment.value))
            OutputSink.writeAll(STDERR_FILENO, "longwave: \(clean(error.sentence)); titles are read without rules\n")
            return TitleRuleSet()
        }
    }
}

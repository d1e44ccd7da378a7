import Glibc
import RadioLists
import RadioLoop
import RadioText

/// Finds and reads the file with the listener's rules for titles.
package enum TitleRuleLibrary {
    /// Why the rules cannot be used.
    package enum Failure: Error, Hashable, Sendable {
        /// The file cannot be read; the text is the operating system's message.
        case unreadable(String)
        /// The file exists, but contains something that is not a rule.
        case refused(TitleRuleFile.Problem)
    }

    /// Returns `$XDG_CONFIG_HOME/longwave/rules.json`, by default `~/.config/longwave/rules.json`; nil if no folder is
    /// known.
    package static func usualPath(environment: [String: String]) -> String? {
        UserFolders(environment: environment).config.map { $0 + "/rules.json" }
    }

    /// Reads the rules of the named file, or of the usual file if no file is named. Returns no rules if the usual file
    /// does not exist. The call blocks while the file is read.
    package static func read(named path: String?, environment: [String: String]) throws(Failure) -> TitleRuleSet {
        guard let file = path ?? usualPath(environment: environment) else { return TitleRuleSet() }
        let bytes: [UInt8]
        do { bytes = try LocalFile.read(file, maximum: TitleRuleFile.maximumBytes) } catch {
            if path == nil, error.code == ENOENT || error.code == ENOTDIR { return TitleRuleSet() }
            throw .unreadable("\(file): \(error.reason)")
        }
        do { return try TitleRuleFile.read(bytes) } catch { throw .refused(error) }
    }
}

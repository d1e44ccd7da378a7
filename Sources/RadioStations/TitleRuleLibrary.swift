import Glibc
import RadioLists
import RadioText

/// Where rules for titles are, and what keeps them from being read.
package enum TitleRuleLibrary {
    /// Why there are no rules.
    package enum Failure: Error, Hashable, Sendable {
        /// The file cannot be read; the system's words.
        case unreadable(String)
        /// It is there, and says something that is no rule.
        case refused(TitleRuleFile.Problem)
    }

    /// `$XDG_CONFIG_HOME/longwave/rules.json`, by default `~/.config/longwave/rules.json`; nil where neither is known.
    package static func usualPath(environment: [String: String]) -> String? {
        UserFolders(environment: environment).config.map { $0 + "/rules.json" }
    }

    /// The rules of the file that is named, else of the usual one; none where that does not exist. It reads the disk.
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

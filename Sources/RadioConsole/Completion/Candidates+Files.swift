import Glibc
import Longwave

/// Files and folders, offered where a word may be something else as well; elsewhere the shell finds them by itself.
extension Candidates {
    /// More entries of a folder are not looked at.
    private static let maximumEntries = 10_000

    /// What begins like the word that is typed: folders, with a slash behind, and files.
    /// - Parameters:
    ///   - typed: the word so far.
    ///   - endings: of the files' names, in small letters.
    public static func files(_ typed: String, endings: [String]) -> [Candidate] {
        let slash = typed.lastIndex(of: "/")
        let folder = slash.map { String(typed[...$0]) } ?? ""
        let begin = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
        let path = folder.hasPrefix("~/") ? (Environment.value("HOME") ?? "~") + folder.dropFirst() : folder
        guard let directory = opendir(path.isEmpty ? "." : path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        var left = maximumEntries
        while left > 0, let entry = readdir(directory) {
            left -= 1
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(begin), begin.hasPrefix(".") == name.hasPrefix("."), name == PlainText.clean(name)
            else { continue }
            if isFolder(path + name) {
                // Of an empty word all folders would stand among the stations.
                if !typed.isEmpty { names.append(folder + name + "/") }
            } else if endings.contains(where: { name.lowercased().hasSuffix("." + $0) }) {
                names.append(folder + name)
            }
        }
        return names.sorted().prefix(maximum).map { Candidate($0) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

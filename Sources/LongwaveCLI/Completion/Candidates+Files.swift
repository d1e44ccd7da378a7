import Glibc
import Longwave

/// Candidates for words that may name a file, but also a station. The shell itself completes words that can only be
/// files.
extension Candidates {
    /// The largest number of a folder's entries that are read.
    private static let maximumEntries = 10_000

    /// Returns the paths of the folders and files that begin with the typed text. The paths of folders end with a
    /// slash.
    /// - Parameters:
    ///   - typed: the part of the word that the person has typed.
    ///   - endings: the accepted suffixes of files, in lower case.
    static func files(_ typed: String, endings: [String]) -> [Candidate] {
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
                // If nothing is typed yet, the candidates contain no folders, because many folders would hide the
                // stations among the candidates.
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

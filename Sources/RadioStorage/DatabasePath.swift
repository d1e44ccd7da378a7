import Glibc

enum DatabasePath {
    /// Returns the path of a file without symbolic links, as SQLite uses it for the files beside a database. The file
    /// may be missing.
    static func resolved(_ path: String) -> String {
        if let whole = realpath(path, nil) {
            defer { free(whole) }
            return String(cString: whole)
        }
        let slash = path.lastIndex(of: "/")
        guard let folder = realpath(slash.map { String(path[...$0]) } ?? ".", nil) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + (slash.map { String(path[path.index(after: $0)...]) } ?? path)
    }
}

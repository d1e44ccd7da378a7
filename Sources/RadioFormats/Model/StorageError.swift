/// The reason why a database file cannot be used. For each case, something else helps.
///
/// The text in each case except `replaced` and `tooNew` describes the error.
public enum StorageError: Error, Hashable, Sendable {
    /// The disk is full, memory, a quota or another limit is used up, or the disk reports an error. Trying again later
    /// may help.
    case noRoom(String)
    /// Another process has kept the database locked for more than ten seconds, or the program has too many waiting jobs
    /// for the disk. Trying again later may help.
    case busy(String)
    /// The file cannot be opened or written, for example because the user is not permitted to.
    case inaccessible(String)
    /// The file is not a database with the expected tables, or it is damaged.
    case damaged(String)
    /// The file was damaged. It is now at the path `aside`, and a new file was begun.
    case replaced(aside: String)
    /// A newer release of Longwave has written the file. The file's tables have the given version, and this release can
    /// read versions up to `known`.
    case tooNew(version: Int, known: Int)

    /// Returns the same error with the file's path in front of its description, unless the description already begins
    /// with the path. `replaced` and `tooNew` are returned unchanged.
    package func naming(_ path: String) -> StorageError {
        func named(_ words: String) -> String { words.hasPrefix(path) ? words : "\(path): \(words)" }
        switch self {
        case .noRoom(let words): return .noRoom(named(words))
        case .busy(let words): return .busy(named(words))
        case .inaccessible(let words): return .inaccessible(named(words))
        case .damaged(let words): return .damaged(named(words))
        case .replaced, .tooNew: return self
        }
    }

    /// The description of the error in English, written by SQLite, the system or Longwave.
    public var words: String {
        switch self {
        case .noRoom(let words), .busy(let words), .inaccessible(let words), .damaged(let words): words
        case .replaced(let aside): "it was damaged and was moved to \(aside); a new file was created"
        case .tooNew(let version, let known):
            "its format version is \(version), and this program reads up to \(known)"
        }
    }
}

/// Why a database could not be used, by remedy; each with the library's or the system's own words.
public enum StorageError: Error, Hashable, Sendable {
    /// The disk is full, or another limit of the place is reached: it may go away.
    case noRoom(String)
    /// Another process holds the database for too long: it may go away.
    case busy(String)
    /// The file cannot be opened or written.
    case inaccessible(String)
    /// The file is no database of the kind that was expected, or is damaged.
    case damaged(String)
    /// The file was written by a newer version of this program, which knows formats up to `known`.
    case tooNew(version: Int, known: Int)

    /// The same, with the file's name before the words.
    package func naming(_ path: String) -> StorageError {
        func named(_ words: String) -> String { words.hasPrefix(path) ? words : "\(path): \(words)" }
        switch self {
        case .noRoom(let words): return .noRoom(named(words))
        case .busy(let words): return .busy(named(words))
        case .inaccessible(let words): return .inaccessible(named(words))
        case .damaged(let words): return .damaged(named(words))
        case .tooNew: return self
        }
    }

    /// What the library or the system said.
    public var words: String {
        switch self {
        case .noRoom(let words), .busy(let words), .inaccessible(let words), .damaged(let words): words
        case .tooNew(let version, let known):
            "its format version is \(version), and this program reads up to \(known)"
        }
    }
}

/// The reasons why a database could not be used. The cases differ in their remedy.
///
/// Each case except `tooNew` carries a description of the error.
public enum StorageError: Error, Hashable, Sendable {
    /// The disk is full, or another limit is reached. The condition may be temporary.
    case noRoom(String)
    /// Another process has locked the database for too long. The condition may be temporary.
    case busy(String)
    /// The file cannot be opened or written.
    case inaccessible(String)
    /// The file is not a database of the expected kind, or is damaged.
    case damaged(String)
    /// The file was written by a newer version of this program. This version knows formats up to `known`.
    case tooNew(version: Int, known: Int)

    /// Returns the error with the file's path in front of its description, unless the description already begins with
    /// the path.
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

    /// The description of the error, by SQLite, the system or this program.
    public var words: String {
        switch self {
        case .noRoom(let words), .busy(let words), .inaccessible(let words), .damaged(let words): words
        case .tooNew(let version, let known):
            "its format version is \(version), and this program reads up to \(known)"
        }
    }
}

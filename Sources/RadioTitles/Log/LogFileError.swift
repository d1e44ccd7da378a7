/// Why lines cannot be written, by remedy; with the system's words.
public enum LogFileError: Error, Hashable, Sendable {
    /// The disk is full, or a quota is reached: it may go away.
    case noRoom(String)
    /// The file cannot be opened or written.
    case inaccessible(String)
    /// What is there is no log of this program in this format: nothing is appended to it.
    case foreign(String)
    /// Another process writes it.
    case inUse(String)
    /// Nobody reads any more.
    case closed

    public var words: String {
        switch self {
        case .noRoom(let words), .inaccessible(let words): words
        case .foreign(let path): "\(path) exists and is not a log of this format"
        case .inUse(let path): "another program is writing \(path)"
        case .closed: "the reader has closed it"
        }
    }
}

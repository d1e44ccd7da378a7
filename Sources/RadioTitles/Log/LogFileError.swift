/// The reason why a log's lines cannot be written. Each case needs another remedy. The text is the system's message.
public enum LogFileError: Error, Hashable, Sendable {
    /// The disk is full or a quota is reached, which may pass.
    case noRoom(String)
    /// The file cannot be opened or written.
    case inaccessible(String)
    /// The existing file is not a log of the chosen format. Nothing is appended to it.
    case foreign(String)
    /// Another process writes the file.
    case inUse(String)
    /// The program that reads the log has closed the pipe.
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

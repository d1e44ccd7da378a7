import RadioStreams

/// Why nothing was exported.
public enum ExportError: Error, Hashable, Sendable {
    /// A file is there already; its path.
    case exists(String)
    /// The path, and why, in the system's words.
    case notWritable(String, String)
    case source(StreamError)
    /// It has no end.
    case isLive(String)
    /// It holds no sound that can be decoded: why.
    case undecodable(String)
    /// It has no sound between these times.
    case isEmpty
    /// Its sound changes rate or channels.
    case formatChanges
    /// The packets do not fit into a file of that name: what its name should end in.
    case anotherKind(String)
    /// An encoder refuses the sound: why.
    case refused(String)
    case cancelled
}

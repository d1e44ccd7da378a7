import RadioStreams

/// The reason why an export failed.
public enum ExportError: Error, Hashable, Sendable {
    /// A file with this path exists already.
    case exists(String)
    /// The file with this path cannot be written, for the given reason.
    case notWritable(String, String)
    case source(StreamError)
    /// The source with this name is live and has no end.
    case isLive(String)
    /// The source holds no decodable sound, for the given reason.
    case undecodable(String)
    /// The source has no sound between the requested times.
    case isEmpty
    /// The source changes its sample rate or channel count, which one file cannot hold.
    case formatChanges
    /// The source's packets need a file whose name ends in this suffix.
    case anotherKind(String)
    /// The encoder refuses the sound, for the given reason.
    case refused(String)
    case cancelled
}

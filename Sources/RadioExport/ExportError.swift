import RadioFormats
import RadioStreams

/// The reason why an export failed.
public enum ExportError: Error, Hashable, Sendable {
    /// The target exists already: the value is its path. An export never replaces a file.
    case exists(String)
    /// The target cannot be written. The first value is its path, the second the reason.
    case notWritable(String, String)
    case source(StreamError)
    /// The source is live and has no end. The value is its path or address.
    case isLive(String)
    /// The source's sound cannot be decoded or copied. The value is the reason.
    case undecodable(String)
    /// The source has no sound in the requested range, or the range is not valid.
    case isEmpty
    /// The sound's format changes inside the range, such as the sample rate or channel count. One file can have only
    /// one format.
    case formatChanges
    /// The source's packets cannot be copied into a file with the target's suffix. The value is the suffix that the
    /// target needs.
    case anotherKind(String)
    /// The encoder refuses the sound. The value is the reason.
    case refused(String)
    case cancelled
}

import RadioFormats
import RadioHls

/// What was found at an address once it turned out to be sound.
public struct StreamInfo: Hashable, Sendable {
    /// After lists and redirects.
    public var url: String
    public var contentType: String?
    public var serverName: String?
    public var genre: String?
    /// Bits a second, as the server says.
    public var bitRate: Int?
    /// Bytes of sound between two metadata blocks; nil without metadata.
    public var metaint: Int?
    /// What else the answer's headers say; nil for files and streams of segments.
    package var icyHeaders: IcyHeaders?
    /// Bytes in all, where the item has an end.
    public var byteCount: Int?
    /// Whether the item has an end: a file. A radio station has none, whatever its server says when it closes.
    public var isFinite: Bool
    /// How long it is, where it has an end and says so.
    public var duration: MediaTime?
    /// ``MediaStream/seek(to:)`` reaches all of it: a local file, or a stream of segments.
    public var isSeekable = false
    /// Of a stream of segments (HTTP Live Streaming); nil for any other.
    public var presentation: HlsPresentation?

    public init(url: String, isFinite: Bool) {
        self.url = url
        self.isFinite = isFinite
    }
}

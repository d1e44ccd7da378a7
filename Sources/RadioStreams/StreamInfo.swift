import RadioFormats
import RadioHls

/// What was found at an address once it turned out to be sound.
package struct StreamInfo: Hashable, Sendable {
    /// After lists and redirects.
    package var url: String
    package var contentType: String?
    package var serverName: String?
    package var genre: String?
    /// Bits a second, as the server says.
    package var bitRate: Int?
    /// Bytes of sound between two metadata blocks; nil without metadata.
    package var metaint: Int?
    /// What else the answer's headers say; nil for files and streams of segments.
    package var icyHeaders: IcyHeaders?
    /// Bytes in all, where the item has an end.
    package var byteCount: Int?
    /// Whether the item has an end: a file. A radio station has none, whatever its server says when it closes.
    package var isFinite: Bool
    /// How long it is, where it has an end and says so.
    package var duration: MediaTime?
    /// Its parts that have names, in their order.
    package var chapters: [Chapter] = []
    /// ``MediaStream/seek(to:)`` reaches all of it: a local file, a stream of segments, or a file on a server
    /// that sends parts of it.
    package var isSeekable = false
    /// It goes on where the connection before broke off.
    package var isContinued = false
    /// Of a stream of segments (HTTP Live Streaming); nil for any other.
    package var presentation: HlsPresentation?

    package init(url: String, isFinite: Bool) {
        self.url = url
        self.isFinite = isFinite
    }
}

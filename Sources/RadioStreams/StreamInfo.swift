import RadioFormats
import RadioHls

/// The properties of an address that turned out to be sound.
package struct StreamInfo: Hashable, Sendable {
    /// The final address, after lists and redirects.
    package var url: String
    package var contentType: String?
    package var serverName: String?
    package var genre: String?
    /// The bit rate in bit/s that the server states.
    package var bitRate: Int?
    /// The number of bytes of sound between two metadata blocks, or nil without metadata.
    package var metaint: Int?
    /// The response's headers about the station. Nil for files and streams of segments.
    package var icyHeaders: IcyHeaders?
    /// The size in bytes, or nil for an item without an end.
    package var byteCount: Int?
    /// True if the item has an end: a file. A radio station has none, even if its server closes the connection.
    package var isFinite: Bool
    /// The length of a finite item, once it is known.
    package var duration: MediaTime?
    /// The chapters (named parts) of the item, in order.
    package var chapters: [Chapter] = []
    /// True if ``MediaStream/seek(to:tolerance:)`` works: for a local file, a stream of segments, or a file on a server
    /// that supports range requests.
    package var isSeekable = false
    /// True if the stream continues where the previous connection broke.
    package var isContinued = false
    /// The presentation of a stream of segments (HTTP Live Streaming), or nil.
    package var presentation: HlsPresentation?

    package init(url: String, isFinite: Bool) {
        self.url = url
        self.isFinite = isFinite
    }
}

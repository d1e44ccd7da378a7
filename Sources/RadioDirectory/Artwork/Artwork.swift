import RadioFormats
import RadioLists
import RadioStations

/// A picture of a station or track, as a file of this machine.
public struct Artwork: Hashable, Sendable {
    /// Whose picture it is.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// It came with the sound: in an ID3 tag, a Vorbis comment, a FLAC block or an MP4 file.
        case embedded
        /// The station names its address with the track.
        case track
        /// The list of stations names it.
        case station
        /// The program's own, for what has none.
        case fallback
    }

    package let kind: ImageKind
    /// As in a `Content-Type`: `image/png`.
    public var mediaType: String { kind.mediaType }
    /// In pixels.
    public let width: Int
    public let height: Int
    /// Of the whole file.
    public let byteCount: Int
    /// Absolute. A file of the cache may be gone later: whoever needs it for long asks again now and then.
    public let path: String
    public let source: Source

    /// For MPRIS (`mpris:artUrl`) and everybody else who takes addresses (RFC 8089).
    public var fileURL: String { FileURL.of(path) }

    init(_ picture: StoredPicture, source: Source) {
        kind = picture.header.kind
        width = picture.header.width
        height = picture.header.height
        byteCount = picture.byteCount
        path = picture.path
        self.source = source
    }

    /// The file's bytes, at most ``ArtworkCache/Limits/bytes``. It blocks as long as the disk does.
    /// - Throws: ``ArtworkError/unreadable(_:reason:)``.
    package func data() throws(ArtworkError) -> [UInt8] {
        do throws(LocalFile.Failure) { return try LocalFile.read(path, maximum: byteCount) } catch {
            throw .unreadable(path, reason: error.reason)
        }
    }
}

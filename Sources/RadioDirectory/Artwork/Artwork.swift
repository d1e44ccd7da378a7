import RadioFormats
import RadioLists
import RadioLoop
import RadioStations

/// A picture of a station or track, as a file on this computer.
public struct Artwork: Hashable, Sendable {
    /// Where the picture comes from.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The picture is part of the sound's data: in an ID3 tag, a Vorbis comment, a FLAC block or an MP4 file.
        case embedded
        /// The station sent the picture's URL together with the track.
        case track
        /// The picture's URL came from the station list.
        case station
        /// The program's own picture, used if there is no other.
        case fallback
    }

    package let kind: ImageKind
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Size of the file in bytes.
    public let byteCount: Int
    /// Absolute path of the file. The cache may delete its files later, so the picture should be requested again from
    /// time to time.
    public let path: String
    public let source: Source

    /// The path as a URL (RFC 8089), for MPRIS (`mpris:artUrl`) and similar interfaces.
    public var fileURL: String { FileURL.of(path) }

    init(_ picture: StoredPicture, source: Source) {
        kind = picture.header.kind
        width = picture.header.width
        height = picture.header.height
        byteCount = picture.byteCount
        path = picture.path
        self.source = source
    }

    /// Returns the file's bytes, at most ``ArtworkCache/Limits/bytes``. The call blocks until the file is read.
    /// - Throws: ``ArtworkError/unreadable(_:reason:)``.
    package func data() throws(ArtworkError) -> [UInt8] {
        do throws(LocalFile.Failure) { return try LocalFile.read(path, maximum: byteCount) } catch {
            throw .unreadable(path, reason: error.reason)
        }
    }
}

extension Artwork: CustomStringConvertible {
    public var description: String { "\(path), \(width) × \(height)" }
}

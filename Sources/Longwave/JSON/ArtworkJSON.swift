import RadioDirectory
import RadioFormats
import RadioJSON

/// Encodes the description of a picture file as JSON: the file's path, format and size.
///
/// docs/JSON.md describes the members of version 1.
package enum ArtworkJSON {
    private static let version = 1

    /// Returns the path, URL, format and size of a picture file, with the name and id of its station.
    ///
    /// - Parameter station: the station that the picture belongs to, or nil if it belongs to no station.
    package static func json(_ artwork: Artwork, of station: Station?) -> JSONNode {
        .members([
            "version": .int(Int64(version)), "station": .optional(station?.name), "stationID": .optional(station?.id),
            "file": .string(artwork.path), "url": .string(artwork.fileURL), "kind": .string(artwork.kind.rawValue),
            "mediaType": .string(artwork.kind.mediaType), "width": .int(Int64(artwork.width)),
            "height": .int(Int64(artwork.height)), "bytes": .int(Int64(artwork.byteCount)),
            "source": .string(artwork.source.rawValue),
        ])
    }
}

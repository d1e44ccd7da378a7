import RadioDirectory
import RadioFormats
import RadioJSON

/// Encodes a station's picture as JSON.
///
/// docs/JSON.md describes version 1 of the object.
package enum ArtworkJSON {
    private static let version = 1

    /// - Parameter station: the station, or nil if the picture belongs to no station.
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

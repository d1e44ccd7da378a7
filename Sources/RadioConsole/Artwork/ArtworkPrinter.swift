import Longwave
import RadioJSON

/// Artwork in every format. docs/JSON.md describes version 1 of the object.
enum ArtworkPrinter {
    static let version = 1

    static func rows(_ artwork: Artwork, of station: Station?) -> ReportRows {
        var rows = ReportRows()
        rows.add("station", station?.name)
        rows.add("file", artwork.path)
        rows.add("kind", artwork.kind.name)
        rows.add("size", "\(artwork.width) x \(artwork.height)")
        rows.add("bytes", "\(artwork.byteCount)")
        rows.add("source", artwork.source.rawValue)
        return rows
    }

    static func json(_ artwork: Artwork, of station: Station?) -> JSONNode {
        .members([
            "version": .int(Int64(version)), "station": .optional(station?.name), "stationID": .optional(station?.id),
            "file": .string(artwork.path), "url": .string(artwork.fileURL), "kind": .string(artwork.kind.rawValue),
            "mediaType": .string(artwork.kind.mediaType), "width": .int(Int64(artwork.width)),
            "height": .int(Int64(artwork.height)), "bytes": .int(Int64(artwork.byteCount)),
            "source": .string(artwork.source.rawValue),
        ])
    }
}

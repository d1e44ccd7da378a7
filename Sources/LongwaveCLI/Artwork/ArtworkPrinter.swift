import Longwave

/// Describes a found picture for people, in the rows of a report. `ArtworkJSON` describes it for programs.
enum ArtworkPrinter {
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
}

import RadioFormats

/// Reads PyRadio's `stations.csv`, with the columns
/// `name,url,encoding,icon,profile,buffering,force-http,volume,referer,player`.
///
/// Only the first two columns are required. A line with `-` as address begins a group: its name becomes the tag of the
/// stations in the lines after it.
enum PyRadioReader {
    /// Reads the stations. Each gets its group as a tag and its `referer` column as a request header.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> StationList {
        var collector = StationCollector()
        var group: String?
        for fields in CsvRecords(bytes) {
            guard !isHead(fields) else { continue }
            if fields.count > 1, PlaylistLines.trim(fields[1]) == "-" {
                group = fields[0]
                continue
            }
            guard var draft = collector.next() else { break }
            if let group { draft.takeTags([group]) }
            for (field, text) in zip(columns, fields) {
                if let field { draft.take(PlaylistLines.trim(text), as: field) }
            }
            if fields.count > 8, case let referer = PlaylistLines.trim(fields[8]), !referer.isEmpty {
                draft.takeHeader("Referer", referer)
            }
            collector.add(&draft)
        }
        return StationList(collector, format: .pyRadio)
    }

    private static let columns: [StationField?] = [.name, .url, .charset, .artworkURL]

    /// Returns whether a record contains the names of the columns. Some lists write these names without the comment
    /// sign `#`.
    private static func isHead(_ fields: [String]) -> Bool {
        fields.count > 1 && PlaylistLines.trim(fields[0]).lowercased() == "name"
            && PlaylistLines.trim(fields[1]).lowercased() == "url"
    }
}

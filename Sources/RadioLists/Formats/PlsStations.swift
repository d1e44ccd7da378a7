import RadioFormats

/// Reads the stations of a PLS list.
enum PlsStations {
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, base: String?) -> StationList {
        var collector = StationCollector()
        let entries = PlsReader.entries(
            TextLines(bytes), base: base ?? "", maximum: StationList.maximumStations + 1)
        for entry in entries {
            guard var draft = collector.next() else { break }
            draft.take(entry.title ?? PlaylistLines.name(from: entry.url), as: .name)
            draft.takeAddress(entry.url)
            collector.add(&draft)
        }
        return StationList(collector, format: .pls)
    }
}

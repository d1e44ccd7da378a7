/// Reads what leads from one address to others: lists that stations put before their sound.
package enum PlaylistReader {
    /// The entries in their order, at most 1,000; of an entry with several addresses each is one.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - format: of the list.
    ///   - base: the URL or path of the list, to which relative entries are resolved.
    /// - Throws: where the list as a whole is none; M3U and PLS are always one, of nothing perhaps.
    package static func read(
        _ bytes: [UInt8], as format: ListFormat, base: String
    ) throws(StationListError) -> [PlaylistEntry] {
        switch format {
        case .m3u: return M3uReader.read(bytes, base: base)
        case .pls: return PlsReader.read(bytes, base: base)
        case .stations, .hls, .xspf, .asx, .opml, .radioBrowser, .pyRadio, .radiotray:
            let stations = try StationList.read(bytes, as: format, base: base).stations
            let entries = stations.lazy.flatMap { station in
                station.urls.map { PlaylistEntry(url: $0, title: station.name) }
            }
            return Array(entries.prefix(PlaylistLines.maximumEntries))
        }
    }
}

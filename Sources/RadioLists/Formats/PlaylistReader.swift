/// Reads lists that lead from one address to others, such as lists that stations publish for their streams.
package enum PlaylistReader {
    /// Returns the entries in the order of the list, at most 1,000. An entry with several addresses yields one entry
    /// per address.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - format: the format of the list.
    ///   - base: the URL or path of the list, against which relative entries are resolved.
    /// - Throws: ``StationListError`` if the bytes are not a list of the format. M3U and PLS never throw: such a list
    ///   may be empty.
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

/// Reads M3U lists, plain and extended. HLS playlists look alike and are something else: see ``ListFormat``.
///
/// There is no specification: the format is what Winamp wrote, with the attributes and suffixes that others added.
package enum M3uReader {
    /// The entries in their order, at most 1,000 from the first mebibyte; empty where nothing is one.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - base: the URL or path of the list, to which relative entries are resolved.
    package static func read(_ bytes: [UInt8], base: String) -> [PlaylistEntry] {
        var entries: [PlaylistEntry] = []
        var items = M3uItems(TextLines(bytes, maximumBytes: PlaylistLines.maximumBytes))
        while let item = items.next(), entries.count < PlaylistLines.maximumEntries {
            if let url = PlaylistLines.address(item.address, base: base) {
                entries.append(PlaylistEntry(url: url, title: item.title, duration: item.duration))
            }
        }
        return entries
    }
}

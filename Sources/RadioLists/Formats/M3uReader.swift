/// Reads M3U lists, plain and extended. HLS playlists look similar, but each is a stream and not a list of streams
/// (``ListFormat/hls``).
///
/// M3U has no specification. The reader accepts the form that Winamp wrote, and the attributes and suffixes that other
/// programs add.
package enum M3uReader {
    /// Returns the entries in the order of the list, at most 1,000 from the first mebibyte.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - base: the URL or path of the list, against which relative entries are resolved.
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

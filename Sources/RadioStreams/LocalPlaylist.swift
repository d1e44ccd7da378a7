import Glibc
import RadioFormats
import RadioLists

/// Reads lists of addresses in local files.
///
/// Such a list may also name local files. A list from the network must not.
package enum LocalPlaylist {
    /// Returns the entries of the list in a file, in their order, with relative addresses resolved against the list's
    /// folder.
    ///
    /// Blocks while the disk is read.
    /// - Returns: The entries, or nil if the file is not an M3U, PLS, XSPF or ASX list.
    /// - Throws: A `StreamError` if the file cannot be read, or if it begins like a list but is not a valid one.
    package static func entries(of path: String) throws(StreamError) -> [PlaylistEntry]? {
        let file = try FileReader.open(path).get()
        defer { close(file.descriptor) }
        var bytes: [UInt8] = []
        while true {
            switch FileReader.read(file.descriptor, at: Int64(bytes.count)) {
            case .failed(let reason): throw .fileUnreadable("\(path): \(reason)")
            case .bytes(let more) where more.isEmpty: return try entries(in: bytes, of: path)
            case .bytes(let more): bytes += more
            }
            if bytes.count >= ContentSniffer.maximumPrefix, kind(of: bytes, path)?.listFormat == nil { return nil }
            if bytes.count > StreamOpener.maximumListBytes { throw .notSound("\(path) is an endless list") }
        }
    }

    /// Returns the media type that the file name shows, or nil.
    ///
    /// The name is needed because the first bytes of a list of bare file names may look like another kind of content.
    static func contentType(of path: String) -> String? {
        let name = path.lowercased()
        return [".m3u", ".m3u8"].contains { name.hasSuffix($0) } ? "audio/x-mpegurl" : nil
    }

    private static func kind(of bytes: [UInt8], _ path: String) -> ContentKind? {
        bytes.withUnsafeBytes { ContentSniffer.sniff($0, contentType: contentType(of: path), isComplete: true) }
    }

    private static func entries(in bytes: [UInt8], of path: String) throws(StreamError) -> [PlaylistEntry]? {
        guard let kind = kind(of: bytes, path), let format = kind.listFormat else { return nil }
        do throws(StationListError) {
            return try PlaylistReader.read(bytes, as: format, base: FileURL.of(path))
        } catch { throw .unsupported("\(path) is \(kind.displayName): \(error)") }
    }
}

/// What kind of list a text is, told by its bytes: suffixes and content types of servers are often wrong.
public enum ListFormat: Hashable, Sendable, CaseIterable {
    /// A station file (``StationFile``).
    case stations
    case m3u
    case pls
    /// An HTTP Live Streaming playlist (RFC 8216 §4), which is a stream and no list of stations.
    case hls
    /// XML Shareable Playlist Format, version 0 or 1.
    case xspf
    /// Windows Media's list, XML or not (`[Reference]`).
    case asx
    case opml
    /// What radio-browser's servers answer: a list of objects (JSON).
    case radioBrowser
    /// PyRadio's `stations.csv`.
    case pyRadio
    /// radiotray-ng's `bookmarks.json`: a list of groups.
    case radiotray

    /// As many bytes of the beginning are enough.
    public static let sufficientBytes = 4096

    /// Nil where the bytes begin like none of them: sound, a web page, anything else.
    public static func recognise(_ head: some Collection<UInt8>) -> ListFormat? {
        let bytes = Array(head.prefix(sufficientBytes))
        // Sound has zeros or bytes of all kinds in its first few; text has none below tab.
        guard !bytes.contains(where: { $0 < 0x09 }) else { return nil }
        let lines = PlaylistLines.lines(of: bytes)
        guard let first = lines.first else { return nil }
        if first.hasPrefix("{") { return .stations }
        if first.lowercased().hasPrefix("[playlist]") { return .pls }
        if lines.contains(where: isFileField), !first.hasPrefix("#") { return .pls }
        if first.uppercased().hasPrefix("#EXTM3U") {
            return lines.contains { isHlsTag($0) } ? .hls : .m3u
        }
        if lines.contains(where: { $0.uppercased().hasPrefix("#EXTINF:") }) { return .m3u }
        // A plain M3U: its first line that is no comment is an address.
        guard let entry = lines.first(where: { $0.utf8.first != UInt8(ascii: "#") }) else { return nil }
        return isAddress(entry) ? .m3u : nil
    }

    private static func isFileField(_ line: String) -> Bool {
        let name = line.lowercased().prefix { $0 != "=" }
        return name.utf8.count < line.utf8.count && name.hasPrefix("file") && Int(name.dropFirst(4)) != nil
    }

    private static func isHlsTag(_ line: String) -> Bool {
        ["#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE", "#EXT-X-MEDIA:", "#EXT-X-VERSION"]
            .contains { line.hasPrefix($0) }
    }

    private static func isAddress(_ line: String) -> Bool {
        let line = line.lowercased()
        return ["http://", "https://", "file:/"].contains { line.hasPrefix($0) }
    }
}

/// Reads M3U lists, plain and extended. HLS playlists look alike and are something else: see ``ListFormat``.
///
/// There is no specification: the format is what Winamp wrote, with the attributes and suffixes that others added.
public enum M3uReader {
    /// The entries in their order, at most 1,000 from the first mebibyte; empty where nothing is one.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - base: the URL or path of the list, to which relative entries are resolved.
    public static func read(_ bytes: [UInt8], base: String) -> [PlaylistEntry] {
        var entries: [PlaylistEntry] = []
        var info: (title: String?, duration: Duration?) = (nil, nil)
        for line in PlaylistLines.lines(of: bytes) {
            if line.utf8.first == UInt8(ascii: "#") {
                if let read = extendedInfo(line) { info = read }
                continue
            }
            guard !isDecoration(line) else { continue }
            if let url = PlaylistLines.address(withoutOptions(line), base: base) {
                entries.append(PlaylistEntry(url: url, title: info.title, duration: info.duration))
            }
            info = (nil, nil)
            if entries.count == PlaylistLines.maximumEntries { break }
        }
        return entries
    }

    /// `#EXTINF:duration attributes,title`.
    private static func extendedInfo(_ line: String) -> (title: String?, duration: Duration?)? {
        let mark = "#EXTINF:"
        guard line.utf8.count >= mark.utf8.count, line.prefix(mark.count).uppercased() == mark else { return nil }
        let rest = line.dropFirst(mark.count)
        let duration = rest.drop { $0 == " " }.prefix { $0.isNumber || $0 == "." || $0 == "-" }
        guard let comma = titleComma(rest) else { return (nil, PlaylistLines.duration(duration)) }
        return (PlaylistLines.title(rest[rest.utf8.index(after: comma)...]), PlaylistLines.duration(duration))
    }

    /// The first comma outside the quotes of attributes; where quotes do not match, the first of all.
    private static func titleComma(_ text: Substring) -> String.Index? {
        var isQuoted = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: return index
            case _: break
            }
        }
        return text.utf8.firstIndex(of: UInt8(ascii: ","))
    }

    /// `=====morocco=====` between the entries of lists made by hand.
    private static func isDecoration(_ line: String) -> Bool {
        ["===", "---", "***"].contains { line.hasPrefix($0) }
    }

    /// Kodi's request headers after a pipe: `http://host/stream|User-Agent=…`. In a path a pipe is a letter.
    private static func withoutOptions(_ line: String) -> String {
        guard line.contains("://"), let pipe = line.utf8.firstIndex(of: UInt8(ascii: "|")) else { return line }
        let url = PlaylistLines.trim(Array(line.utf8[..<pipe])[...])
        return String(decoding: url, as: UTF8.self)
    }
}

import RadioFormats
import RadioJSON

/// The format of a list, recognised by its content, because file extensions and servers' content types are often wrong.
public enum ListFormat: String, Hashable, Sendable, CaseIterable {
    /// A station file (`StationFile`).
    case stations = "json"
    case m3u
    case pls
    /// An HTTP Live Streaming playlist (RFC 8216 §4), which is a stream, not a station list.
    case hls
    /// XML Shareable Playlist Format, version 0 or 1.
    case xspf
    /// Windows Media's list, in XML or in the older form `[Reference]`.
    case asx
    case opml
    /// A response of radio-browser's servers: a list of JSON objects.
    case radioBrowser = "radio-browser"
    /// PyRadio's `stations.csv`.
    case pyRadio = "pyradio"
    /// radiotray-ng's `bookmarks.json`: a list of groups.
    case radiotray

    /// Number of bytes at the beginning of a list that are enough to recognise its format.
    package static let sufficientBytes = 16 << 10

    /// Recognises the format by the suffix of a file's path. Without a known suffix, the file is a station file.
    package init(path: String) {
        let suffix = path.split(separator: "/").last?.split(separator: ".", maxSplits: .max).last?.lowercased() ?? ""
        switch suffix {
        case "m3u", "m3u8": self = .m3u
        case "pls": self = .pls
        case "xspf": self = .xspf
        case "asx", "wax", "wvx": self = .asx
        case "opml": self = .opml
        case "csv": self = .pyRadio
        case _: self = .stations
        }
    }

    /// The format's name in options and JSON; nil for HLS, which is not a station list.
    package var name: String? { self == .hls ? nil : rawValue }

    /// The format's name in messages for the listener.
    package var displayName: String {
        switch self {
        case .stations: "stations.json"
        case .m3u: "M3U"
        case .pls: "PLS"
        case .hls: "HLS"
        case .xspf: "XSPF"
        case .asx: "ASX"
        case .opml: "OPML"
        case .radioBrowser: "radio-browser's JSON"
        case .pyRadio: "PyRadio's CSV"
        case .radiotray: "radiotray-ng's bookmarks"
        }
    }

    /// The names of all formats from which stations can be read, as a phrase for messages.
    static var knownNames: String {
        let names = allCases.filter { $0 != .hls }.map(\.displayName)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// Recognises the format from the beginning of a list. Returns nil for other content, such as sound or a web page.
    package static func recognise(_ head: some Collection<UInt8>) -> ListFormat? {
        var bytes = Array(head.prefix(sufficientBytes))
        if let text = Utf16Text.utf8(bytes) { bytes = text }
        // Sound contains zero bytes near its beginning, and text contains none. Text also contains no other bytes below
        // tab. But a list that begins with a signature such as `<` or `#EXT` may contain such bytes by mistake.
        guard !bytes.contains(0) else { return nil }
        let lines = Array(TextLines(bytes))
        guard let first = lines.first else { return nil }
        let isMarked = ["<", "[", "{", "#EXT"].contains { first.hasPrefix($0) }
        guard isMarked || !bytes.contains(where: { $0 < 0x09 }) else { return nil }
        if first.hasPrefix("{") { return .stations }
        if first.hasPrefix("<") { return markup(lines) }
        if first.lowercased().hasPrefix("[playlist]") { return .pls }
        if first.lowercased().hasPrefix("[reference]") { return .asx }
        if first.hasPrefix("[") { return objects(bytes) }
        if lines.contains(where: isFileField), !first.hasPrefix("#") { return .pls }
        if first.uppercased().hasPrefix("#EXTM3U") {
            return lines.contains { isHlsTag($0) } ? .hls : .m3u
        }
        if lines.contains(where: { $0.uppercased().hasPrefix("#EXTINF:") }) { return .m3u }
        // In an M3U list without directives, the first line that is not a comment is an address, or the name of a file
        // in the list's folder.
        guard let entry = lines.first(where: { $0.utf8.first != UInt8(ascii: "#") }) else { return nil }
        if isAddress(entry) { return .m3u }
        if bytes.withUnsafeBufferPointer({ isStationRecord($0) }) { return .pyRadio }
        return Array(entry.utf8).withUnsafeBytes { FileName.isPlayable($0) } ? .m3u : nil
    }

    // MARK: Text

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

    /// Returns whether the text begins with a CSV record that is a station with name and address, a PyRadio group, or
    /// the column names.
    private static func isStationRecord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var records = CsvRecords(bytes)
        guard let fields = records.next(), (2...12).contains(fields.count), !fields[0].isEmpty else { return false }
        let address = PlaylistLines.trim(fields[1])
        return isAddress(address) || address == "-"
            || (fields[0].lowercased() == "name" && address.lowercased() == "url")
    }

    // MARK: XML

    /// Recognises the format of an XML list by its outermost element. The XML declaration, document type and comments
    /// before it are skipped.
    private static func markup(_ lines: [String]) -> ListFormat? {
        var rest = lines.joined(separator: "\n").utf8[...]
        while rest.first == UInt8(ascii: "<") {
            let end: String
            if rest.starts(with: "<?".utf8) {
                end = "?>"
            } else if rest.starts(with: "<!--".utf8) {
                end = "-->"
            } else if rest.starts(with: "<!".utf8) {
                // A document type that contains declarations in brackets ends with `]>`.
                let head = rest.prefix { $0 != UInt8(ascii: ">") }
                end = head.contains(UInt8(ascii: "[")) ? "]>" : ">"
            } else {
                break
            }
            while !rest.isEmpty, !rest.starts(with: end.utf8) { rest = rest.dropFirst() }
            rest = rest.dropFirst(end.utf8.count).drop { $0 <= 0x20 }
        }
        guard rest.first == UInt8(ascii: "<") else { return nil }
        let name = Substring(
            rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") })
        switch name.split(separator: ":").last?.lowercased() {
        case "playlist": return .xspf
        case "asx": return .asx
        case "opml": return .opml
        case _: return nil
        }
    }

    // MARK: JSON

    /// Recognises the format of a JSON list by the members of its first object. An empty list is radio-browser's
    /// response if no station matches a search.
    private static func objects(_ head: [UInt8]) -> ListFormat? {
        head.withUnsafeBufferPointer { bytes in
            var names: Set<String> = []
            var isList = false
            do {
                var cursor = JSONCursor(bytes)
                try cursor.enter()
                guard try cursor.nextItem() else { return .radioBrowser }
                guard try cursor.kind == .object else { return nil }
                try cursor.enter()
                isList = true
                while try cursor.nextMember() {
                    names.insert(try cursor.name())
                    try cursor.skip()
                }
            } catch {
                // `head` is only the beginning of the list and usually ends inside an object. The names read before
                // that end are used.
            }
            if names.contains("stations") || names == ["group"] { return .radiotray }
            if names.contains("stationuuid") || names.contains("url") { return .radioBrowser }
            return isList ? .radioBrowser : nil
        }
    }
}

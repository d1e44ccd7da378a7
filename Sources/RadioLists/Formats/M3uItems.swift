import RadioFormats
import RadioJSON

/// One address of an M3U list with the directives before it.
struct M3uItem {
    /// The address as it was written, without request headers after a pipe.
    var address = ""
    var title: String?
    var duration: Duration?
    /// Attributes of the `#EXTINF` directive such as `tvg-logo="…"`, with names in small letters.
    var attributes: [(name: String, value: String)] = []
    /// Texts of `#EXTGRP:` and `#EXTGENRE:`.
    var groups: [String] = []
    /// Text of `#EXTIMG:` or `#EXTALBUMARTURL:`.
    var image: String?
    /// Values of directives that stand for one of the station's fields, such as `#HOMEPAGE:`.
    var fields: [(field: StationField, value: String)] = []
    /// Request headers from `#EXTVLCOPT:`, `#EXTHTTP:`, `#KODIPROP:` and from the text after a pipe.
    var headers: [(name: String, value: String)] = []

    /// The directives that stand for one of the station's fields.
    static let directives: [String: StationField] = [
        "#HOMEPAGE": .homepage, "#COUNTRY": .country, "#LANGUAGE": .language, "#CODEC": .codec, "#BITRATE": .bitRate,
        "#DESCRIPTION": .summary,
    ]

    func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name && !$0.value.isEmpty }?.value
    }
}

/// Combines the lines of an M3U list into items.
struct M3uItems<Lines: IteratorProtocol<String>>: IteratorProtocol {
    /// Maximum number of attributes, groups, fields or headers of an item; further ones are dropped.
    static var maximumItems: Int { 64 }

    private var lines: Lines
    /// The list's own title (`#PLAYLIST:`).
    private(set) var title: String?

    init(_ lines: Lines) { self.lines = lines }

    mutating func next() -> M3uItem? {
        var item = M3uItem()
        while let line = lines.next() {
            if line.utf8.first == UInt8(ascii: "#") {
                directive(line, &item)
            } else if !Self.isDecoration(line) {
                item.address = Self.splitOptions(line, &item)
                return item
            }
        }
        return nil
    }

    /// Stores the directive in `line` in the item whose address follows, or as the list's title.
    private mutating func directive(_ line: String, _ item: inout M3uItem) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = line[line.utf8.index(after: colon)...]
        switch line[..<colon].uppercased() {
        case "#EXTINF": Self.information(value, &item)
        case "#EXTGRP" where item.groups.count < Self.maximumItems: item.groups.append(String(value))
        case "#EXTGENRE" where item.groups.count < Self.maximumItems:
            item.groups.append(String(value.replacing(",", with: ";")))
        case "#EXTIMG", "#EXTALBUMARTURL": item.image = PlaylistLines.trim(value)
        case "#EXTVLCOPT": Self.option(value, &item)
        case "#EXTHTTP": Self.headers(value, &item)
        case "#KODIPROP": Self.property(value, &item)
        case "#PLAYLIST": title = title ?? PlaylistLines.title(value)
        case let name:
            guard let field = M3uItem.directives[name], item.fields.count < Self.maximumItems else { return }
            item.fields.append((field, PlaylistLines.trim(value)))
        }
    }

    // MARK: #EXTINF

    /// Reads the text after `#EXTINF:`, which has the form `duration attributes,title`.
    private static func information(_ rest: Substring, _ item: inout M3uItem) {
        let duration = rest.drop { $0 == " " }.prefix { $0.isNumber || $0 == "." || $0 == "-" }
        item.duration = PlaylistLines.duration(duration)
        item.title = nil
        item.attributes = []
        guard let comma = titleComma(rest) else { return }
        item.title = PlaylistLines.title(rest[rest.utf8.index(after: comma)...])
        item.attributes = attributes(rest[duration.endIndex..<max(duration.endIndex, comma)])
    }

    /// Returns the position of the comma before the title: the first comma outside the quotes of attributes, otherwise
    /// the first comma.
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

    /// Reads `name="value"` pairs separated by spaces.
    private static func attributes(_ text: Substring) -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        var rest = text.utf8[...]
        while attributes.count < maximumItems, let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = Substring(rest[..<equals]).split(separator: " ").last ?? ""
            rest = rest[rest.index(after: equals)...]
            guard rest.first == UInt8(ascii: "\"") else { continue }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { break }
            attributes.append((name.lowercased(), String(Substring(rest[..<end]))))
            rest = rest[rest.index(after: end)...]
        }
        return attributes
    }

    // MARK: Request headers

    /// Reads a request header from an option for VLC (`#EXTVLCOPT:`). Other options are ignored.
    private static func option(_ text: Substring, _ item: inout M3uItem) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
        var value = PlaylistLines.trim(text[text.utf8.index(after: equals)...])
        if value.utf8.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
            value = String(value.dropFirst().dropLast())
        }
        switch text[..<equals].lowercased() {
        case "http-user-agent": add("User-Agent", value, &item)
        case "http-referrer", "http-referer": add("Referer", value, &item)
        case _: break
        }
    }

    /// Reads request headers from a JSON object of texts (`#EXTHTTP:`), as several IPTV programs write them.
    private static func headers(_ text: Substring, _ item: inout M3uItem) {
        guard case .object(let members)? = try? JSONReader.read(Array(text.utf8)) else { return }
        for name in members.keys.sorted() {
            if let value = members[name]?.string { add(name, value, &item) }
        }
    }

    /// Separates an address from Kodi's request headers after a pipe: `http://host/stream|User-Agent=…&Referer=…`. A
    /// pipe in the path of a local file does not separate anything.
    private static func splitOptions(_ line: String, _ item: inout M3uItem) -> String {
        guard line.contains("://"), let pipe = line.utf8.firstIndex(of: UInt8(ascii: "|")) else { return line }
        addPairs(line[line.utf8.index(after: pipe)...], &item)
        return PlaylistLines.trim(line[..<pipe])
    }

    /// Reads request headers from a property for Kodi's add-on inputstream.adaptive (`#KODIPROP:`). Other properties are
    /// ignored.
    private static func property(_ text: Substring, _ item: inout M3uItem) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
        switch PlaylistLines.trim(text[..<equals]).lowercased() {
        case "inputstream.adaptive.stream_headers", "inputstream.adaptive.manifest_headers",
            "inputstream.adaptive.common_headers":
            addPairs(text[text.utf8.index(after: equals)...], &item)
        case _: break
        }
    }

    /// Adds request headers of the form `User-Agent=…&Referer=…`, with percent-encoded values.
    private static func addPairs(_ text: Substring, _ item: inout M3uItem) {
        for option in text.split(separator: "&").prefix(maximumItems) {
            guard let equals = option.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = URLReference.percentDecoded(option[option.utf8.index(after: equals)...])
            add(PlaylistLines.trim(option[..<equals]), PlaylistLines.trim(value), &item)
        }
    }

    private static func add(_ name: String, _ value: String, _ item: inout M3uItem) {
        guard item.headers.count < maximumItems, !value.isEmpty else { return }
        // Header names are case-insensitive. Longwave looks up `User-Agent` and `Referer` in exactly this spelling when
        // it writes a list.
        let known = ["User-Agent", "Referer"].first { $0.lowercased() == name.lowercased() }
        item.headers.append((known ?? name, value))
    }

    /// Returns whether a line is decoration such as `=====morocco=====` in handmade lists.
    private static func isDecoration(_ line: String) -> Bool {
        ["===", "---", "***"].contains { line.hasPrefix($0) }
    }
}

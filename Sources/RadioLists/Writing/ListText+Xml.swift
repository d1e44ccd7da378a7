import RadioFormats

/// Writes the formats in XML.
extension ListText {
    /// Writes XSPF 1.0. Fields without an element of their own are written as `meta` (§4.1.1.2.14.1.1.1.8).
    mutating func writeXspf(_ stations: [Station], _ title: String?) {
        line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        line("<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">")
        if let title { line("  <title>\(Self.xml(title))</title>") }
        line("  <trackList>")
        for station in stations {
            line("    <track>")
            func element(_ name: String, _ text: String?) -> String? {
                text.map { "      <\(name)>\(Self.xml($0))</\(name)>" }
            }
            for url in station.urls { line("      <location>\(Self.xml(url))</location>") }
            let elements = [
                element("title", station.name), element("annotation", station.summary),
                element("info", station.homepage), element("image", station.artworkURL),
            ]
            for element in elements.compactMap({ $0 }) { line(element) }
            for (field, text) in Self.extensions(station) {
                line("      <meta rel=\"\(ListExtension.xspf)\(field.rawValue)\">\(Self.xml(text))</meta>")
            }
            line("    </track>")
        }
        line("  </trackList>")
        line("</playlist>")
    }

    /// Writes ASX 3.0. Fields without an element of their own are written as `param`.
    mutating func writeAsx(_ stations: [Station], _ title: String?) {
        line("<asx version=\"3.0\">")
        // Without this parameter, players read the list in the code page of their Windows system.
        line("  <param name=\"encoding\" value=\"utf-8\" />")
        if let title { line("  <title>\(Self.xml(title))</title>") }
        for station in stations {
            line("  <entry>")
            line("    <title>\(Self.xml(station.name))</title>")
            if let text = station.summary { line("    <abstract>\(Self.xml(text))</abstract>") }
            if let page = station.homepage { line("    <moreinfo href=\"\(Self.xml(page))\" />") }
            if let image = station.artworkURL { line("    <banner href=\"\(Self.xml(image))\" />") }
            for url in station.urls { line("    <ref href=\"\(Self.xml(url))\" />") }
            for (field, text) in Self.extensions(station) {
                line("    <param name=\"\(ListExtension.asx)\(field.rawValue)\" value=\"\(Self.xml(text))\" />")
            }
            line("  </entry>")
        }
        line("</asx>")
    }

    /// Writes OPML 2.0. Fields without an attribute of their own get one in Longwave's namespace ("Extending OPML").
    mutating func writeOpml(_ stations: [Station], _ title: String?) {
        line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        line("<opml version=\"2.0\" xmlns:\(ListExtension.opml)=\"\(ListExtension.opmlNamespace)\">")
        line("  <head>\(title.map { "<title>\(Self.xml($0))</title>" } ?? "")</head>")
        line("  <body>")
        for station in stations {
            var attributes: [(name: String, value: String?)] = [
                ("type", "audio"), ("text", station.name), ("URL", station.urls[0]), ("description", station.summary),
                ("htmlUrl", station.homepage), ("image", station.artworkURL), ("language", station.language),
                ("bitrate", station.bitRate.map { Self.kilobits($0) }),
            ]
            // The `category` attribute cannot contain a tag with a comma or a tag that looks like a path: readers would
            // split it.
            let isPlain = station.tags.allSatisfy { !$0.contains(",") && !OpmlReader.isPath($0) }
            if isPlain, !station.tags.isEmpty {
                attributes.append(("category", station.tags.joined(separator: ",")))
            } else if !isPlain {
                let tags = station.tags.map { $0.replacing("%", with: "%25").replacing(",", with: "%2C") }
                attributes.append(("\(ListExtension.opml):\(StationField.tags.rawValue)", tags.joined(separator: ",")))
            }
            if station.urls.count > 1 {
                let further = station.urls.dropFirst().joined(separator: " ")
                attributes.append(("\(ListExtension.opml):\(StationField.furtherURLs.rawValue)", further))
            }
            for (field, text) in Self.extensions(station)
            where field != .language && field != .bitRate && field != .tags {
                attributes.append(("\(ListExtension.opml):\(field.rawValue)", text))
            }
            let text = attributes.map { name, value in value.map { " \(name)=\"\(Self.xml($0))\"" } ?? "" }
            line("    <outline\(text.joined()) />")
        }
        line("  </body>")
        line("</opml>")
    }

    /// Returns the station's values for the fields of ``ListExtension``, as texts. Each tag is a separate element.
    private static func extensions(_ station: Station) -> [(field: StationField, text: String)] {
        ListExtension.fields.flatMap { field -> [(field: StationField, text: String)] in
            if field == .bitRate { return station.bitRate.map { [(field, kilobits($0))] } ?? [] }
            switch field.value(of: station) {
            case .string(let text): return [(field, text)]
            case .array: return station.tags.map { (field, $0) }
            case .null, .bool, .int, .number, .object, nil: return []
            }
        }
    }

    private static func kilobits(_ bitRate: Int) -> String {
        StationField.bitRate.value(of: Station(name: "", urls: [], bitRate: bitRate))?.text() ?? ""
    }

    /// Escapes a text for XML (XML 1.0 §2.4). Characters that XML does not allow (§2.2) become spaces.
    package static func xml(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped.append(" ")
            case _: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

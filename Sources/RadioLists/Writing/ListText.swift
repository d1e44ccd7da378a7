import RadioFormats
import RadioJSON
import RadioText

/// The bytes of a list while it is written.
package struct ListText {
    private(set) var bytes: [UInt8] = []

    mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
    }

    // MARK: Lines

    /// Writes an extended M3U list. Tags become groups, and request headers become options for VLC.
    mutating func writeM3u(_ stations: [Station], _ title: String?) {
        line("#EXTM3U")
        if let title { line("#PLAYLIST:\(title)") }
        for station in stations {
            let attributes: [(name: String, value: String?)] = [
                ("tvg-logo", station.artworkURL), ("tvg-language", station.language), ("tvg-country", station.country),
                ("group-title", Self.joined(station.tags, ";")), ("radio", "true"),
            ]
            let text = attributes.map { name, value in
                value.map { " \(name)=\"\($0.replacing("\"", with: "'"))\"" } ?? ""
            }
            line("#EXTINF:-1\(text.joined()),\(station.name)")
            for (name, option) in [("User-Agent", "http-user-agent"), ("Referer", "http-referrer")] {
                if let value = station.headers[name] { line("#EXTVLCOPT:\(option)=\(value)") }
            }
            // Players such as Kodi read the text after a pipe as request headers, so pipes in the address are
            // percent-encoded.
            line(station.urls[0].replacing("|", with: "%7C"))
        }
    }

    mutating func writePls(_ stations: [Station]) {
        line("[playlist]")
        line("NumberOfEntries=\(stations.count)")
        for (index, station) in stations.enumerated() {
            line("File\(index + 1)=\(station.urls[0])")
            line("Title\(index + 1)=\(station.name)")
            line("Length\(index + 1)=-1")
        }
        line("Version=2")
    }

    /// Writes PyRadio's CSV, with a line for each group before the group's stations.
    mutating func writePyRadio(_ stations: [Station]) {
        line("# PyRadio Playlist File - Format:")
        line("# name,url,encoding,icon,profile,buffering,force-http,volume,referer,player")
        var group: String?
        for station in stations {
            if let tag = station.tags.first, tag != group {
                line("\(Self.csv(tag)),-")
                group = tag
            }
            var fields = [station.name, station.urls[0], station.charset ?? "", station.artworkURL ?? ""]
            if let referer = station.headers["Referer"] { fields += ["", "", "", "", referer] }
            while fields.last?.isEmpty == true { fields.removeLast() }
            line(fields.map(Self.csv).joined(separator: ","))
        }
    }

    /// Returns a text as a CSV field. The field is quoted if needed, also if it begins like a comment (`#`).
    private static func csv(_ field: String) -> String {
        let cell = CSVCell.text(field)
        return cell.hasPrefix("#") ? "\"\(cell)\"" : cell
    }

    private static func joined(_ tags: [String], _ separator: String) -> String? {
        tags.isEmpty ? nil : tags.map { $0.replacing(separator, with: " ") }.joined(separator: separator)
    }

    // MARK: JSON

    /// The order of a station's members in Longwave's own list, which has one member per line.
    static let order: [StationField] = [
        .id, .name, .homepage, .url, .furtherURLs, .artworkURL, .summary, .longDescription, .country, .language, .tags,
        .codec, .bitRate, .charset, .headers, .headerHosts, .directoryID,
    ]

    /// Writes Longwave's own list, a `stations.json`.
    mutating func writeStationFile(_ stations: [Station], _ title: String?) {
        line("{")
        if let title { line("  \"title\": \(JSONNode.string(title).text()),") }
        line("  \"station\": [")
        for (index, station) in stations.enumerated() {
            line("    {")
            let members = Self.order.compactMap { field in
                field.value(of: station).map { "      \"\(field.rawValue)\": \($0.text())" }
            }
            line(members.joined(separator: ",\n"))
            line(index + 1 < stations.count ? "    }," : "    }")
        }
        line("  ]")
        line("}")
    }

    /// Writes a JSON list of station objects with the member names of radio-browser's servers.
    mutating func writeRadioBrowser(_ stations: [Station]) {
        line("[")
        for (index, station) in stations.enumerated() {
            var members: [JSONNode.Member] = []
            func add(_ name: String, _ text: String?) {
                if let text { members.append(JSONNode.Member(name: name, value: .string(text))) }
            }
            add("stationuuid", station.directoryID)
            add("name", station.name)
            add("url", station.urls[0])
            add("url_resolved", station.urls.count > 1 ? station.urls[1] : nil)
            add("homepage", station.homepage)
            add("favicon", station.artworkURL)
            add("tags", Self.joined(station.tags, ","))
            add("countrycode", station.country)
            add("languagecodes", station.language)
            add("codec", station.codec == "HE-AAC" ? "AAC+" : station.codec)
            if let rate = station.bitRate {
                members.append(JSONNode.Member(name: "bitrate", value: .int(Int64((rate + 500) / 1000))))
            }
            line("  " + JSONNode.object(members).text() + (index + 1 < stations.count ? "," : ""))
        }
        line("]")
    }

    /// Writes radiotray-ng's bookmarks. Stations with the same first tag form a group and must follow each other in
    /// `stations`.
    mutating func writeRadiotray(_ stations: [Station]) {
        line("[")
        var rest = stations[...]
        while let first = rest.first {
            let group = first.tags.first
            let members = rest.prefix { $0.tags.first == group }
            rest = rest.dropFirst(members.count)
            line("  {")
            line("    \"group\": \(JSONNode.string(group ?? "root").text()),")
            line("    \"stations\": [")
            for (index, station) in members.enumerated() {
                var node: [JSONNode.Member] = [
                    .init(name: "name", value: .string(station.name)),
                    .init(name: "url", value: .string(station.urls[0])),
                ]
                if let image = station.artworkURL { node.append(.init(name: "image", value: .string(image))) }
                line("      " + JSONNode.object(node).text() + (index + 1 < members.count ? "," : ""))
            }
            line("    ]")
            line(rest.isEmpty ? "  }" : "  },")
        }
        line("]")
    }
}

import RadioFormats

/// Writes stations in any format from which stations can be read. The same stations always give the same bytes.
///
/// All texts are first cleaned for display, as the readers of lists do. No name then contains a line end, which could
/// begin another entry.
package enum StationListWriter {
    /// The formats that can be written.
    package static let formats = ListFormat.allCases.filter { $0 != .hls }

    /// Writes a list.
    ///
    /// The losses are found by reading the written list and comparing the stations with `stations`.
    /// - Parameters:
    ///   - stations: the stations in order. Lists of radiotray-ng and PyRadio group the stations by their first tag.
    ///   - format: one of ``formats``.
    ///   - title: the list's own title, used if the format has a place for it.
    /// - Returns: the list in UTF-8, and the stations' properties that the list does not contain.
    package static func write(
        _ stations: [Station], as format: ListFormat, title: String? = nil
    ) -> (bytes: [UInt8], losses: [ListLoss]) {
        var kept: [Station] = []
        kept.reserveCapacity(stations.count)
        for station in stations {
            if let clean = StationDraft.clean(station) { kept.append(clean) }
        }
        let written = kept.isEmpty ? [] : arranged(kept, for: format)
        var list = ListText()
        let title = title.flatMap { PlaylistLines.title($0) }
        switch format {
        case .stations: list.writeStationFile(written, title)
        case .m3u: list.writeM3u(written, title)
        case .pls: list.writePls(written)
        case .xspf: list.writeXspf(written, title)
        case .asx: list.writeAsx(written, title)
        case .opml: list.writeOpml(written, title)
        case .radioBrowser: list.writeRadioBrowser(written)
        case .pyRadio: list.writePyRadio(written)
        case .radiotray: list.writeRadiotray(written)
        case .hls: return ([], stations.isEmpty ? [] : [ListLoss(field: nil, stations: stations.count)])
        }
        let lost = stations.count - kept.count
        return (
            list.bytes,
            (lost > 0 ? [ListLoss(field: nil, stations: lost)] : []) + losses(of: written, in: list.bytes, format)
        )
    }

    /// Returns the stations in the order in which the list contains them. If the format has groups, stations with the
    /// same first tag follow each other. Groups are ordered by their first station.
    private static func arranged(_ stations: [Station], for format: ListFormat) -> [Station] {
        guard format == .radiotray || format == .pyRadio else { return stations }
        // Stations without a group come before the first group.
        var order: [String: Int] = ["": 0]
        var groups: [[Station]] = [[]]
        for station in stations {
            let name = station.tags.first ?? ""
            if let index = order[name] {
                groups[index].append(station)
            } else {
                order[name] = groups.count
                groups.append([station])
            }
        }
        return groups.flatMap { $0 }
    }

    /// Reads the written list and counts the stations that lost each field.
    private static func losses(of stations: [Station], in bytes: [UInt8], _ format: ListFormat) -> [ListLoss] {
        let read = stations.isEmpty ? [] : (try? StationList.read(bytes, as: format))?.stations ?? []
        var counts: [StationField: Int] = [:]
        for (index, station) in stations.enumerated() {
            for field in StationField.allCases {
                guard let value = field.value(of: station) else { continue }
                // If the written list cannot be read, for example because libxml2 is missing, every field outside the
                // format's `heldFields` counts as lost.
                let isHeld =
                    read.count == stations.count
                    ? value == field.value(of: read[index]) : format.heldFields.contains(field)
                if !isHeld { counts[field, default: 0] += 1 }
            }
        }
        return StationField.allCases.compactMap { field in
            counts[field].map { ListLoss(field: field, stations: $0) }
        }
    }
}

extension ListFormat {
    /// The fields of a station that a list in this format can contain (docs/CLI.md). Single values may still be lost,
    /// such as a tag with a comma.
    package var heldFields: Set<StationField> {
        switch self {
        case .stations: Set(StationField.allCases)
        case .m3u: [.name, .url, .artworkURL, .language, .country, .tags]
        case .pls: [.name, .url]
        case .hls: []
        case .xspf, .asx, .opml: Set(StationField.allCases).subtracting([.headers, .headerHosts])
        case .radioBrowser:
            [.name, .url, .homepage, .artworkURL, .codec, .bitRate, .language, .country, .tags, .directoryID]
        case .pyRadio: [.name, .url, .artworkURL, .charset]
        case .radiotray: [.name, .url, .artworkURL]
        }
    }
}

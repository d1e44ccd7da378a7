import RadioFormats

/// Writes stations in any format that they are read from. The same stations give the same bytes.
///
/// Texts are made fit to be shown first, as on reading: no name has a line end that could begin another entry.
package enum StationListWriter {
    /// The formats that can be written.
    package static let formats = ListFormat.allCases.filter { $0 != .hls }

    /// Writes a list.
    ///
    /// What is lost is found by reading the list again, and so is true of whatever stations these are.
    /// - Parameters:
    ///   - stations: in their order; radiotray-ng's and PyRadio's lists are put together by groups.
    ///   - format: any of ``formats``.
    ///   - title: what the list calls itself, where the format has a place for it.
    /// - Returns: the list in UTF-8, and what of the stations is not in it.
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

    /// Where a format has groups, those of one group follow each other, in the order in which the groups appear first.
    private static func arranged(_ stations: [Station], for format: ListFormat) -> [Station] {
        guard format == .radiotray || format == .pyRadio else { return stations }
        // What is in no group stands before the first.
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

    private static func losses(of stations: [Station], in bytes: [UInt8], _ format: ListFormat) -> [ListLoss] {
        let read = stations.isEmpty ? [] : (try? StationList.read(bytes, as: format))?.stations ?? []
        var counts: [StationField: Int] = [:]
        for (index, station) in stations.enumerated() {
            for field in StationField.allCases {
                guard let value = field.value(of: station) else { continue }
                // Where it cannot be read again (libxml2 is missing), what is known of the format counts.
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
    /// What the format has a place for (docs/LISTS.md); single values may still not fit, such as a tag with a comma.
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

import RadioDirectory
import RadioFormats
import RadioJSON
import RadioLists
import RadioLoop
import RadioStations

/// Encodes stations as JSON, with the members that a list in the form of stations.json has, and with the listener's
/// properties of a station, such as favourite and stars.
package enum StationJSON {
    package static func json(_ group: StationCollection) -> JSONNode {
        .members([
            "title": .string(group.title), "count": .int(Int64(group.count)),
            "representative": .optional(group.representative?.id), "station": .array(group.items.map(json)),
        ])
    }

    /// Returns a station with the members of stations.json, followed by the listener's properties of the station if
    /// there are any.
    package static func json(_ item: LibraryItem) -> JSONNode {
        guard case .object(var members) = json(item.station, id: item.id) else { return .null }
        let user = item.user
        if user.isEmpty { return .object(members) }
        let more: KeyValuePairs<String, JSONNode> = [
            "favourite": .bool(user.isFavourite), "rating": .optional(user.rating),
            "plays": .int(Int64(user.playCount)),
            "lastPlayed": .optional(user.lastPlayed?.rfc3339),
            "heard": .seconds(user.heard), "gain": user.gain.map { .number($0) } ?? .null,
        ]
        members += more.map { .init(name: $0.key, value: $0.value) }
        return .object(members)
    }

    /// The members of a station in the order of the output, the most useful first.
    private static let fields: [StationField] = [
        .name, .url, .furtherURLs, .id, .artworkURL, .summary, .longDescription, .codec, .bitRate, .directoryID,
        .language,
        .country, .tags, .charset, .homepage, .headers, .headerHosts,
    ]

    /// Returns a station with the members of stations.json, so that the output can be used as a station list. Members
    /// without a value are left out.
    ///
    /// - Parameter id: the value of the member `id`. Nil leaves the member out.
    package static func json(_ station: Station, id: String?) -> JSONNode {
        var station = station
        station.id = id
        return json(station)
    }

    /// Returns a station with the id that its list contains for it. If the list contains none, the member `id` is left
    /// out.
    package static func json(_ station: Station) -> JSONNode {
        .object(
            fields.compactMap { field in
                field.value(of: station).map { JSONNode.Member(name: name(of: field), value: $0) }
            })
    }

    /// Returns a station as another program can read it: the path of a file becomes a `file:` URL.
    package static func portable(_ station: Station) -> JSONNode {
        var station = station
        station.urls = station.urls.map { $0.contains("://") ? $0 : FileURL.of($0) }
        return json(station)
    }

    /// Reads stations that ``portable(_:)`` wrote. Entries that are no stations are left out.
    /// - Throws: `StationListError` if no entry is a station.
    package static func stations(_ entries: [JSONValue]) throws(StationListError) -> [Station] {
        let list = try StationList.read(Array(JSONValue.object(["station": .array(entries)]).text.utf8))
        var stations = list.stations.map { station in
            var station = station
            station.urls = station.urls.map { FileURL.path($0) ?? $0 }
            return station
        }
        // The reader keeps an id only for the first station that has it, but a queue may contain a station twice.
        guard stations.count == entries.count else { return stations }
        let ids = Set(stations.compactMap(\.id))
        for (place, entry) in entries.enumerated() where stations[place].id == nil {
            if let id = entry["id"]?.string, ids.contains(id) { stations[place].id = id }
        }
        return stations
    }

    /// Returns the name of the member for a field.
    ///
    /// For the homepage, a station list may contain one of two names. The output has the clearer one, `homepage`.
    private static func name(of field: StationField) -> String { field == .homepage ? "homepage" : field.rawValue }

    /// Returns a playlist: its name with its stations or its query.
    package static func json(_ playlist: StationPlaylist) -> JSONNode {
        switch playlist.content {
        case .stations(let records):
            let stations = records.map { record in
                JSONNode.members([
                    "id": .string(record.id), "name": .string(record.name), "url": .string(record.url),
                ])
            }
            return .members(["name": .string(playlist.name), "stations": .array(stations)])
        case .query(let text): return .members(["name": .string(playlist.name), "query": .string(text)])
        }
    }

    /// Returns a station that was found in the directory, with its numbers of votes and clicks there.
    package static func json(_ found: DirectoryStation) -> JSONNode {
        guard case .object(var members) = json(found.station, id: nil) else { return .null }
        members.append(.init(name: "votes", value: .optional(found.votes)))
        members.append(.init(name: "clicks", value: .optional(found.clicks)))
        return .object(members)
    }
}

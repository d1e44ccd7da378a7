import RadioDirectory
import RadioFormats
import RadioJSON
import RadioLists
import RadioLoop
import RadioStations

/// Stations as JSON has them: what a list says, and what the listener has of them.
package enum StationJSON {
    package static func json(_ group: StationCollection) -> JSONNode {
        .members([
            "title": .string(group.title), "count": .int(Int64(group.count)),
            "representative": .optional(group.representative?.id), "station": .array(group.items.map(json)),
        ])
    }

    /// The station as stations.json has it, and what the listener has of it.
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

    /// In which order the members of a station file stand here: first what one looks for.
    private static let fields: [StationField] = [
        .name, .url, .furtherURLs, .id, .artworkURL, .summary, .longDescription, .codec, .bitRate, .directoryID,
        .language,
        .country, .tags, .charset, .homepage, .headers, .headerHosts,
    ]

    /// In the shape of stations.json, without what the station does not have: the output can be a list again.
    /// - Parameter id: what it is called there; nil leaves it out.
    package static func json(_ station: Station, id: String?) -> JSONNode {
        var station = station
        station.id = id
        return json(station)
    }

    /// As its own list has it.
    package static func json(_ station: Station) -> JSONNode {
        .object(
            fields.compactMap { field in
                field.value(of: station).map { JSONNode.Member(name: name(of: field), value: $0) }
            })
    }

    /// A station file knows two names for it; this one says what it is.
    private static func name(of field: StationField) -> String { field == .homepage ? "homepage" : field.rawValue }

    /// A playlist: its stations as they are remembered, or its query.
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

    /// A station of the directory, and how much it is liked there.
    package static func json(_ found: DirectoryStation) -> JSONNode {
        guard case .object(var members) = json(found.station, id: nil) else { return .null }
        members.append(.init(name: "votes", value: .optional(found.votes)))
        members.append(.init(name: "clicks", value: .optional(found.clicks)))
        return .object(members)
    }
}

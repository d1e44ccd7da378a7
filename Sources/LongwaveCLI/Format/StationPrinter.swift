import Longwave

/// Stations of a list in every format. Their numbers are those of the whole list: `play 7` takes them.
struct StationPrinter {
    var charset: TerminalCharset
    /// Columns of the terminal for the table; nil where lines may have any length.
    var width: Int?

    static let columns = [
        "number", "name", "id", "country", "codec", "bitrate", "tags", "language", "favourite", "rating", "plays",
        "lastPlayed", "heard", "url",
    ]
    /// For people: what one chooses by. The first columns stay longest.
    static let tableColumns = ["no", "", "name", "id", "country", "codec", "tags"]

    func text(_ items: [LibraryItem], _ format: OutputFormat) -> String {
        document(items).text(format, charset: charset, width: width)
    }

    /// Groups under their titles; for programs the title is the first column, or a member beside the stations.
    func text(_ groups: [StationCollection], _ format: OutputFormat) -> String {
        switch format {
        case .table:
            return groups.map { group in
                let title = Sanitiser(charset: charset)(group.title.isEmpty ? "(none)" : group.title)
                let stations = group.count == 1 ? "1 station" : "\(group.count) stations"
                return "\(title) (\(stations))\n" + document(group.items).text(.table, charset: charset, width: width)
            }.joined(separator: "\n")
        case .csv, .csvRaw, .tsv, .json:
            let document = ListDocument(
                name: "group", objects: groups.map(Self.json), columns: ["group"] + Self.columns,
                rows: groups.flatMap { group in group.items.map { [group.title] + Self.row($0) } }, tableColumns: [],
                tableRows: [])
            return document.text(format, charset: charset, width: width)
        }
    }

    private func document(_ items: [LibraryItem]) -> ListDocument {
        ListDocument(
            name: "station", objects: items.map(Self.json), columns: Self.columns, rows: items.map(Self.row),
            tableColumns: Self.tableColumns, tableRows: items.map(tableRow))
    }

    private static func json(_ group: StationCollection) -> JSONNode {
        .members([
            "title": .string(group.title), "count": .int(Int64(group.count)),
            "representative": .optional(group.representative?.id), "station": .array(group.items.map(json)),
        ])
    }

    /// A heart for favourites, and the stars.
    private func tableRow(_ item: LibraryItem) -> [String] {
        let isASCII = charset == .ascii
        let heart = item.user.isFavourite ? (isASCII ? "+" : "♥") : ""
        let stars = String(repeating: isASCII ? "*" : "★", count: item.user.rating ?? 0)
        let station = item.station
        return [
            String(item.number), [heart, stars].filter { !$0.isEmpty }.joined(separator: " "), station.name,
            station.id ?? "", station.country ?? "", station.codec ?? "", station.tags.joined(separator: ", "),
        ]
    }

    private static func row(_ item: LibraryItem) -> [String] {
        let (station, user) = (item.station, item.user)
        return [
            String(item.number), station.name, item.id, station.country ?? "", station.codec ?? "",
            station.bitRate.map { String($0 / 1000) } ?? "", station.tags.joined(separator: ", "),
            station.language ?? "", user.isFavourite ? "yes" : "no", user.rating.map(String.init) ?? "",
            String(user.playCount), user.lastPlayed?.rfc3339 ?? "",
            String(Int((user.heard / .seconds(1)).rounded())), station.urls.first ?? "",
        ]
    }

    /// The station as stations.json has it, and what the listener has of it.
    static func json(_ item: LibraryItem) -> JSONNode {
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
    static func json(_ station: Station, id: String?) -> JSONNode {
        var station = station
        station.id = id
        return json(station)
    }

    /// As its own list has it.
    static func json(_ station: Station) -> JSONNode {
        .object(
            fields.compactMap { field in
                field.value(of: station).map { JSONNode.Member(name: Self.name(of: field), value: $0) }
            })
    }

    /// A station file knows two names for it; this one says what it is.
    private static func name(of field: StationField) -> String { field == .homepage ? "homepage" : field.rawValue }
}

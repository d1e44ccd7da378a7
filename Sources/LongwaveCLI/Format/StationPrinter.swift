import Longwave

/// Stations of a list in every format. Their numbers are those of the whole list: `play 7` takes them.
struct StationPrinter {
    var charset: TerminalCharset
    /// Columns of the terminal for the table; nil where lines may have any length.
    var width: Int?

    static let columns = ["number", "name", "id", "country", "codec", "tags", "language", "url"]
    /// For people: what one chooses by. The first columns stay longest.
    static let tableColumns = ["no", "name", "id", "country", "codec", "tags"]

    func text(_ stations: [NumberedStation], _ format: OutputFormat) -> String {
        let rows = stations.map(Self.row)
        let document = ListDocument(
            name: "station", objects: stations.map { Self.json($0.station) }, columns: Self.columns, rows: rows,
            tableColumns: Self.tableColumns, tableRows: rows.map { Array($0.prefix(Self.tableColumns.count)) })
        return document.text(format, charset: charset, width: width)
    }

    private static func row(_ numbered: NumberedStation) -> [String] {
        let station = numbered.station
        return [
            String(numbered.number), station.name, station.id ?? "", station.country ?? "", station.codec ?? "",
            station.tags.joined(separator: ", "), station.language ?? "", station.urls.first ?? "",
        ]
    }

    /// In the shape of stations.json, without what the station does not have: the output can be a list again.
    static func json(_ station: Station) -> JSONNode {
        var members = [
            JSONNode.Member(name: "name", value: .string(station.name)),
            JSONNode.Member(name: "streamURL", value: .string(station.urls.first ?? "")),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { members.append(.init(name: name, value: .string(text))) }
        }
        func add(_ name: String, _ texts: [String]) {
            if !texts.isEmpty { members.append(.init(name: name, value: .array(texts.map { .string($0) }))) }
        }
        add("urls", Array(station.urls.dropFirst()))
        add("id", station.id)
        add("imageURL", station.artworkURL)
        add("desc", station.summary)
        add("longDesc", station.longDescription)
        add("codec", station.codec)
        add("language", station.language)
        add("country", station.country)
        add("tags", station.tags)
        add("charset", station.charset)
        add("homepage", station.homepage)
        if !station.headers.isEmpty {
            let headers = station.headers.sorted { $0.key < $1.key }
            let value = JSONNode.object(headers.map { .init(name: $0.key, value: .string($0.value)) })
            members.append(.init(name: "headers", value: value))
        }
        return .object(members)
    }
}

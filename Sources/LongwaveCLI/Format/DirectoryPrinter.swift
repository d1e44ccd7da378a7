import LongwaveTerminal

/// Formats the results of a search in the online directory of stations, in any output format. The command `longwave
/// add` accepts the numbers of the results.
struct DirectoryPrinter {
    var charset: TerminalCharset
    /// The terminal's width in columns, for the table; nil for lines of any length.
    var width: Int?

    static let columns = [
        "number", "name", "stationuuid", "country", "language", "codec", "bitrate", "votes", "clicks", "tags",
        "homepage",
        "url",
    ]
    /// The columns of the table, which is for people. If the table is too wide for the terminal, the last columns are
    /// shortened first.
    static let tableColumns = ["no", "name", "country", "codec", "kbit/s", "votes", "tags"]

    func text(_ answer: DirectoryAnswer, _ format: OutputFormat) -> String {
        let document = ListDocument(
            name: "station", objects: answer.stations.map(StationJSON.json), columns: Self.columns,
            rows: answer.stations.enumerated().map { Self.row($0 + 1, $1) }, tableColumns: Self.tableColumns,
            tableRows: answer.stations.enumerated().map { Self.tableRow($0 + 1, $1) },
            more: [
                .init(name: "server", value: .string(answer.server)),
                .init(name: "kept", value: .optional(answer.kept?.rfc3339)),
            ])
        return document.text(format, charset: charset, width: width)
    }

    private static func row(_ number: Int, _ found: DirectoryStation) -> [String] {
        let station = found.station
        return [
            String(number), station.name, station.directoryID ?? "", station.country ?? "", station.language ?? "",
            station.codec ?? "", bitRate(station), found.votes.map(String.init) ?? "",
            found.clicks.map(String.init) ?? "", station.tags.joined(separator: ", "), station.homepage ?? "",
            station.urls.first ?? "",
        ]
    }

    private static func tableRow(_ number: Int, _ found: DirectoryStation) -> [String] {
        let station = found.station
        return [
            String(number), station.name, station.country ?? "", station.codec ?? "", bitRate(station),
            found.votes.map(String.init) ?? "", station.tags.joined(separator: ", "),
        ]
    }

    private static func bitRate(_ station: Station) -> String { station.bitRate.map { String($0 / 1000) } ?? "" }
}

import Longwave
import RadioJSON

/// Lists the results of `longwave check` for printing in any output format. docs/JSON.md lists the fields.
enum CheckPrinter {
    private static let columns = [
        "number", "name", "id", "state", "codec", "bitrate", "sampleRate", "channels", "titles", "title", "firstByte",
        "url", "newURL", "problem",
    ]
    private static let tableColumns = ["no", "state", "name", "codec", "kbit/s", "titles", "ms", "problem"]

    static func document(_ found: [(item: LibraryItem, health: StationHealth)]) -> ListDocument {
        ListDocument(
            name: "check", objects: found.map { $0.health.document($0.item) }, columns: columns,
            rows: found.map { row($0.item, $0.health) }, tableColumns: tableColumns,
            tableRows: found.map { tableRow($0.item, $0.health) })
    }

    private static func tableRow(_ item: LibraryItem, _ health: StationHealth) -> [String] {
        let playing = health.playing
        return [
            String(item.number), health.state.rawValue, item.station.name, playing?.codecName ?? "",
            kilobits(playing), playing.map { $0.hasTitles ? "yes" : "no" } ?? "",
            playing?.firstByteAt.map { String(Int($0 / .milliseconds(1))) } ?? "",
            Credentials.hidden(in: health.problem),
        ]
    }

    /// Returns a station's values for ``columns``, for formats that programs read. An unknown value is empty.
    private static func row(_ item: LibraryItem, _ health: StationHealth) -> [String] {
        let playing = health.playing
        return [
            String(item.number), item.station.name, item.id, health.state.rawValue,
            playing?.codecName ?? "", kilobits(playing), playing?.decoded.last.map { String($0.sampleRate) } ?? "",
            playing?.decoded.last.map { String($0.channelCount) } ?? "",
            playing.map { $0.hasTitles ? "yes" : "no" } ?? "", playing?.title?.text ?? "",
            playing?.firstByteAt.map { JSONNode.seconds($0).text() } ?? "",
            playing?.url ?? item.station.urls.first ?? "",
            playing?.redirects.permanentURL ?? health.found?.url ?? "",
            Credentials.hidden(in: health.problem),
        ]
    }

    private static func kilobits(_ address: AddressHealth?) -> String {
        (address?.bitRate ?? address?.measuredBitRate).map { String(($0 + 500) / 1000) } ?? ""
    }
}

import RadioFormats
import RadioText

/// The folded texts of a library's stations in one piece of memory, so that fifty thousand are looked through at a
/// keystroke. Pure; as large as the texts are.
///
/// A station is a run of fields, each a byte that says which (below 0x20) and then the folded words, each with a space before it. What
/// stations are gathered by is numbered besides, so that a grouping compares no texts.
struct StationIndex: Sendable {
    /// The raw value marks the field.
    enum Field: UInt8, CaseIterable {
        case name = 1
        case id, tag, country, language, codec

        init?(_ property: StationProperty) {
            switch property {
            case .name: self = .name
            case .id: self = .id
            case .tag: self = .tag
            case .country: self = .country
            case .language: self = .language
            case .codec: self = .codec
            case .url, .homepage, .bitRate, .summary, .artwork, .favourite, .rating, .playCount, .lastPlayed, .heard,
                .gain:
                return nil
            }
        }
    }

    private(set) var bytes: [UInt8] = []
    /// Where each station begins, and the end.
    private(set) var starts: [Int32] = [0]
    /// Of the fields that stations are gathered by.
    private var columns = Field.allCases.drop { $0 != .tag }.map { _ in FoldedColumn() }

    /// More bytes than these are not kept: the rest of the stations is found by nothing but their place.
    static let maximumBytes = 128 << 20

    var count: Int { starts.count - 1 }

    init(_ stations: [Station]) {
        starts.reserveCapacity(stations.count + 1)
        bytes.reserveCapacity(min(stations.count * 96, Self.maximumBytes))
        for station in stations {
            if bytes.count < Self.maximumBytes { append(station) }
            starts.append(Int32(bytes.count))
            for column in columns.indices { columns[column].endStation() }
        }
        for column in columns.indices { columns[column].end() }
    }

    /// The texts of a field as numbers; nil for names and ids, of which hardly two are the same.
    func column(_ field: Field) -> FoldedColumn? { Self.columnNumber(field).map { columns[$0] } }

    private static func columnNumber(_ field: Field) -> Int? {
        field.rawValue < Field.tag.rawValue ? nil : Int(field.rawValue - Field.tag.rawValue)
    }

    private mutating func append(_ station: Station) {
        append(.name, station.name)
        if let id = station.id { append(.id, id) }
        for tag in station.tags { append(.tag, tag) }
        if let country = station.country { append(.country, country) }
        if let language = station.language {
            for part in language.split(separator: ",") { append(.language, String(part)) }
        }
        if let codec = station.codec { append(.codec, codec) }
    }

    private mutating func append(_ field: Field, _ text: String) {
        bytes.append(field.rawValue)
        let begin = bytes.count
        NameFolding.append(text, to: &bytes)
        if let column = Self.columnNumber(field) { columns[column].append(begin..<bytes.count, in: bytes) }
    }

    /// Gives the bytes of each of these stations to `body`, with its place.
    func each(_ places: some Sequence<Int>, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes { all in
            for place in places {
                body(place, UnsafeRawBufferPointer(rebasing: all[Int(starts[place])..<Int(starts[place + 1])]))
            }
        }
    }

    /// The folded first field of a kind, with the spaces; empty where the station has none.
    func text(_ field: Field, of place: Int) -> ArraySlice<UInt8> {
        let station = bytes[Int(starts[place])..<Int(starts[place + 1])]
        guard let begin = station.firstIndex(of: field.rawValue) else { return [] }
        return station[(begin + 1)...].prefix { $0 >= 0x20 }
    }
}

import RadioFormats
import RadioText

/// The texts of a library's stations, folded (without case, accents and punctuation), in one array of bytes. Fifty
/// thousand stations can be searched at each keystroke. Pure. The index is about as large as the texts.
///
/// A station is stored as consecutive fields. A field is one byte below 0x20 that names the field, followed by the
/// folded words, each after a space. The texts of fields by which stations are grouped also have numbers, so that
/// grouping compares no texts.
struct StationIndex: Sendable {
    /// A kind of field; its raw value is the byte that names the field in the index.
    enum Field: UInt8, CaseIterable {
        case name = 1
        case id, tag, country, language, codec

        /// Creates the field that contains a property; nil if the index does not contain the property.
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
    /// Where each station begins in `bytes`. The last element is where the last station ends.
    private(set) var starts: [Int32] = [0]
    /// The numbered texts of the fields by which stations are grouped.
    private var columns = Field.allCases.drop { $0 != .tag }.map { _ in FoldedColumn() }

    /// Size in bytes after which no more texts are added. The texts of later stations cannot be searched.
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

    /// Returns the numbered texts of a field; nil for names and ids, which are not numbered because they hardly ever
    /// repeat.
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

    /// Calls `body` with the index and the bytes of each station in `places`.
    func each(_ places: some Sequence<Int>, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes { all in
            for place in places {
                body(place, UnsafeRawBufferPointer(rebasing: all[Int(starts[place])..<Int(starts[place + 1])]))
            }
        }
    }

    /// Returns the folded text of a station's first field of a kind, including its spaces; empty if there is no such
    /// field.
    func text(_ field: Field, of place: Int) -> ArraySlice<UInt8> {
        let station = bytes[Int(starts[place])..<Int(starts[place + 1])]
        guard let begin = station.firstIndex(of: field.rawValue) else { return [] }
        return station[(begin + 1)...].prefix { $0 >= 0x20 }
    }
}
